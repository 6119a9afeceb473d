import { operations } from "@souk/contract";
import {
  batchedRead,
  preparedStatement,
  type Route,
  read,
  write,
} from "../../infrastructure/routing/route.ts";
import { cancelOrder } from "./cancel-order.ts";
import { deleteOrder } from "./delete-order.ts";
import { getOrder } from "./get-order.ts";
import { countOrders, listOrders } from "./list-orders.ts";
import { closeOrder, openOrder } from "./open-close-order.ts";
import type { OrdersDeps } from "./orders-deps.ts";
import { createOrder } from "./placing/create-order.ts";
import { createPlacingDeps } from "./placing/placing-deps.ts";
import { createRefundRoutes } from "./refunds/routes.ts";
import { createTransactionRoutes } from "./transactions/routes.ts";
import { updateOrder } from "./update-order.ts";

/** Create the routes of orders. */
export function createOrderRoutes(deps: OrdersDeps): Route[] {
  const { orderSnapshots } = deps;
  const placingDeps = createPlacingDeps(deps);
  return [
    // The order gets its number first, and is then created in a single statement.
    preparedStatement(
      operations.createOrder,
      (_database, { store }) => placingDeps.nextNumber(store.id),
      (db, call, number) => createOrder(placingDeps, db, { call, number }),
    ),
    read(operations.listOrders, (database, call) => listOrders(orderSnapshots, database, call)),
    read(operations.countOrders, countOrders),
    batchedRead(operations.getOrder, (_database, call) => getOrder(orderSnapshots, call)),
    write(operations.updateOrder, (tx, call) => updateOrder(deps, tx, call)),
    write(operations.closeOrder, (tx, call) => closeOrder(deps, tx, call)),
    write(operations.openOrder, (tx, call) => openOrder(deps, tx, call)),
    write(operations.cancelOrder, (tx, call) => cancelOrder(deps, tx, call)),
    write(operations.deleteOrder, deleteOrder),
    ...createTransactionRoutes(deps),
    ...createRefundRoutes(deps),
  ];
}
