import type { DatabaseClock, SafeSender } from "@souk/delivery";
import type { Addresses } from "../../runtime/addresses.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { SecretReader } from "../partners/index.ts";

/** The platform services that the Fulfill action needs. */
export interface FulfillmentRequestsDeps {
  addresses: Addresses;
  clock: Clock;
  /** The clock that dates and ends requests. */
  databaseClock: DatabaseClock;
  secrets: SecretReader;
  /** The sender of the requests; its user agent is Souk-Fulfillment/1. */
  sender: SafeSender;
  /** Whether fulfillment URLs and links of responses may lead to this machine; in development only. */
  allowLoopback: boolean;
}
