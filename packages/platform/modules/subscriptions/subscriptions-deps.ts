import type { Queryable } from "@souk/database";
import type { DatabaseClock } from "@souk/delivery";
import type { Addresses } from "../../runtime/addresses.ts";

/** The mail that tells somebody of an endpoint that fails. */
export interface FailureMail {
  store_id: null;
  kind: "failing_endpoint";
  recipient: string;
  subject: string;
  text: string;
}

/** What subscriptions need from the platform. */
export interface SubscriptionsDeps {
  addresses: Addresses;
  /** Development only: this machine's loopback names are taken, with a warning. */
  allowLoopback: boolean;
  /** The time that deliveries go by. */
  clock: DatabaseClock;
  sendMail(tx: Queryable, mail: FailureMail): Promise<void>;
}
