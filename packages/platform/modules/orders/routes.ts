import { operations } from "@souk/contract";
import { preparedStatement, type Route, read, write } from "../../routing/route.ts";
import { cancelOrder } from "./cancel-order.ts";
import { deleteOrder } from "./delete-order.ts";
import { getOrder } from "./get-order.ts";
import { countOrders, listOrders } from "./list-orders.ts";
import type { OrderDesk } from "./order-desk.ts";
import { createOrder } from "./placing/create-order.ts";
import { createPlacingDesk } from "./placing/placing-desk.ts";
import { refundRoutes } from "./refunds/routes.ts";
import { closeOrder, openOrder } from "./steps.ts";
import { transactionRoutes } from "./transactions/routes.ts";
import { updateOrder } from "./update-order.ts";

/** The operations of orders. */
export function orderRoutes(desk: OrderDesk): Route[] {
  const { documents } = desk;
  const placing = createPlacingDesk(desk);
  return [
    preparedStatement(
      operations.createOrder,
      (_database, { store }) => placing.nextNumber(store.id),
      (run, call, number) => createOrder(placing, run, { call, number }),
    ),
    read(operations.listOrders, (database, call) => listOrders(documents, database, call)),
    read(operations.countOrders, countOrders),
    read(operations.getOrder, (_database, call) => getOrder(documents, call)),
    write(operations.updateOrder, (tx, call) => updateOrder(desk, tx, call)),
    write(operations.closeOrder, (tx, call) => closeOrder(desk, tx, call)),
    write(operations.openOrder, (tx, call) => openOrder(desk, tx, call)),
    write(operations.cancelOrder, (tx, call) => cancelOrder(desk, tx, call)),
    write(operations.deleteOrder, (tx, call) => deleteOrder(desk, tx, call)),
    ...transactionRoutes(desk),
    ...refundRoutes(desk),
  ];
}
