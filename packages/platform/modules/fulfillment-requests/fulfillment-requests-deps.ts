import type { DatabaseClock, LocalAccess, SafeSender } from "@souk/delivery";
import type { Addresses } from "../../runtime/addresses.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { SecretReader } from "../partners/index.ts";

/** The platform services that the Fulfill action needs. */
export interface FulfillmentRequestsDeps {
  addresses: Addresses;
  clock: Clock;
  /** The database's clock, which sets the timestamps of requests and decides when they time out. */
  databaseClock: DatabaseClock;
  secrets: SecretReader;
  /** The sender of the requests; its user agent is Souk-Fulfillment/1. */
  sender: SafeSender;
  /** The local hosts that fulfillment URLs and links may contain in development; false in production. */
  localAccess: LocalAccess;
}
