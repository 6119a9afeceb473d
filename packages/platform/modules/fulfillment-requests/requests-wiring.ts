import type { DatabaseClock, SafeSender } from "@souk/delivery";
import type { Addresses } from "../../addresses.ts";
import type { Clock } from "../../clock.ts";
import type { SecretReader } from "../partners/index.ts";

/** What the Fulfill action needs of the rest of the house; given at wiring. */
export interface FulfillmentRequestsWiring {
  addresses: Addresses;
  clock: Clock;
  /** The time that requests are written by, and ended. */
  databaseClock: DatabaseClock;
  secrets: SecretReader;
  /** Names itself Souk-Fulfillment/1. */
  sender: SafeSender;
  /** Development only: fulfillment URLs and answered links may lead to this machine. */
  allowLoopback: boolean;
}
