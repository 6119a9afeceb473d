import type { Notifier } from "../notifications/index.ts";
import type { OrdersApi } from "../orders/index.ts";

/** The functions of other modules that fulfillments need. */
export interface FulfillmentsDeps {
  orders: Pick<OrdersApi, "changeOrder">;
  notifier: Notifier;
}
