import type { ExportsApi } from "../exports/index.ts";
import type { OrdersApi } from "../orders/index.ts";

/** What the privacy module needs from other modules. */
export interface PrivacyDeps {
  orders: Pick<OrdersApi, "orderSnapshots" | "anonymizeOrders">;
  exports: Pick<ExportsApi, "eraseFromExports">;
}
