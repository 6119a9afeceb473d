import type { Queryable } from "@souk/database";
import type { DatabaseClock, LocalAccess } from "@souk/delivery";
import type { Addresses } from "../../runtime/addresses.ts";

/** An email to a partner's member about a failing endpoint. */
export interface FailureEmail {
  store_id: null;
  kind: "failing_endpoint";
  recipient: string;
  subject: string;
  text: string;
}

/** What subscriptions need from the platform. */
export interface SubscriptionsDeps {
  addresses: Addresses;
  /** To which hosts of this machine and the developer's network webhook URLs may point; in development only, with a warning. */
  allowLoopback: LocalAccess;
  /** The clock that deliveries use. */
  clock: DatabaseClock;
  /** Queue an email in the transaction. */
  sendEmail(tx: Queryable, email: FailureEmail): Promise<void>;
}
