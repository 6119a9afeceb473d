import type { Notifier } from "../notifications/index.ts";
import type { OrderDesk } from "../orders/index.ts";

/** What fulfillments are made and changed with; given at wiring. */
export interface FulfillmentDesk {
  orders: OrderDesk;
  notifier: Notifier;
}
