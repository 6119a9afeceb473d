import { canTransition, fieldError, type operations, orderStates, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { changeOrder } from "./change-order.ts";
import type { LockedOrder } from "./load-orders.ts";
import type { Order, OrderRow } from "./order-rows.ts";
import type { OrdersDeps } from "./orders-deps.ts";

/** Assert that an order may change to a status. @throws ApiError `conflict` for `status` */
export function assertTransition({ order }: Order, targetStatus: OrderRow["status"]): void {
  if (order.status === targetStatus || canTransition(orderStates, order.status, targetStatus)) return;
  const participle = { open: "opened", closed: "closed", cancelled: "canceled" }[targetStatus];
  throwApiError("conflict", {
    message: `The order is ${order.status} and cannot be ${participle}.`,
    fields: [fieldError("status", "conflict", { current: order.status })],
  });
}

type StatusCall = Call<typeof operations.closeOrder> | Call<typeof operations.openOrder>;

async function changeStatus(
  deps: OrdersDeps,
  tx: Transaction,
  { call, targetStatus }: { call: StatusCall; targetStatus: "open" | "closed" },
): Promise<JsonText> {
  const { text } = await changeOrder(
    deps,
    tx,
    { ...call, order_id: call.params.id },
    ({ before, changedAt }: LockedOrder) => {
      assertTransition(before, targetStatus);
      const closed_at = targetStatus === "closed" ? changedAt : null;
      const order =
        before.order.status === targetStatus
          ? before.order
          : { ...before.order, status: targetStatus, closed_at };
      return { after: { ...before, order }, reason: `order ${targetStatus}`, context: "order/update" };
    },
  );
  return wrapRecord("order", text);
}

/** Close an open order. @throws ApiError `not_found`; `conflict` if it is canceled */
export function closeOrder(deps: OrdersDeps, tx: Transaction, call: Call<typeof operations.closeOrder>) {
  return changeStatus(deps, tx, { call, targetStatus: "closed" });
}

/** Open a closed order. @throws ApiError `not_found`; `conflict` if it is canceled */
export function openOrder(deps: OrdersDeps, tx: Transaction, call: Call<typeof operations.openOrder>) {
  return changeStatus(deps, tx, { call, targetStatus: "open" });
}
