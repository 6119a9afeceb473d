import type { OrdersApi } from "../orders/index.ts";

/** The functions of other modules that returns need. */
export interface ReturnsDeps {
  orders: Pick<OrdersApi, "changeOrder">;
}
