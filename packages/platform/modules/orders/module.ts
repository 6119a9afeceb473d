import type { Transaction } from "@souk/database";
import type { ModuleWith } from "../../infrastructure/module.ts";
import { type AnonymizedOrders, anonymizeOrders } from "./anonymize-orders.ts";
import { type BuildOrderChange, type ChangedOrder, changeOrder, type OrderCall } from "./change-order.ts";
import type { OrderSnapshots } from "./order-documents.ts";
import { createOrderTags } from "./order-tags.ts";
import type { OrdersDeps } from "./orders-deps.ts";
import { createOrderRoutes } from "./routes.ts";
import { createOrderRenderers } from "./snapshot-renderers.ts";

/** The functions of the orders module that other modules call. */
export interface OrdersApi {
  orderSnapshots: OrderSnapshots;
  tags: ReturnType<typeof createOrderTags>;
  /** Change an order under its lock; see `change-order.ts`. */
  changeOrder(tx: Transaction, call: OrderCall, buildChange: BuildOrderChange): Promise<ChangedOrder>;
  /** Anonymize the orders of a deleted customer; see `anonymize-orders.ts`. */
  anonymizeOrders(tx: Transaction, input: Parameters<typeof anonymizeOrders>[2]): Promise<AnonymizedOrders>;
}

/** Create the orders module: orders, their payments and refunds. */
export function ordersModule(deps: OrdersDeps): ModuleWith<OrdersApi> {
  const { orderSnapshots } = deps;
  return {
    name: "orders",
    tables: [
      "orders",
      "order_lines",
      "order_transactions",
      "order_documents",
      "order_search",
      "refunds",
      "refund_lines",
      "fulfillment_orders",
      "fulfillment_order_lines",
      "document_numbers",
    ],
    routes: createOrderRoutes(deps),
    snapshotRenderers: createOrderRenderers(orderSnapshots),
    api: {
      orderSnapshots,
      tags: createOrderTags(deps),
      changeOrder: (tx, call, buildChange) => changeOrder(deps, tx, call, buildChange),
      anonymizeOrders: (tx, input) => anonymizeOrders(deps, tx, input),
    },
  };
}
