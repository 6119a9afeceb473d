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

/** What the module of subscriptions needs from the platform. */
export interface SubscriptionsDeps {
  addresses: Addresses;
  /** The hosts of this machine and of the developer's network that webhook URLs may use. In production there are none. */
  localAccess: LocalAccess;
  /** The clock that deliveries use. */
  clock: DatabaseClock;
  /** Queue an email in the transaction. */
  sendEmail(tx: Queryable, email: FailureEmail): Promise<void>;
}
