import { canTransition, fieldError, type operations, orderStates, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { changeOrder } from "./change-order.ts";
import type { LockedOrder } from "./load-orders.ts";
import type { Order, OrderRow } from "./order-rows.ts";
import type { OrdersDeps } from "./orders-deps.ts";

/** Assert that an order may change to this status. @throws ApiError conflict naming the status */
export function assertTransition({ order }: Order, to: OrderRow["status"]): void {
  if (order.status === to || canTransition(orderStates, order.status, to)) return;
  const verb = { open: "opened", closed: "closed", cancelled: "cancelled" }[to];
  throwApiError("conflict", {
    message: `The order is ${order.status} and cannot be ${verb}.`,
    fields: [fieldError("status", "conflict", { current: order.status })],
  });
}

type StatusCall = Call<typeof operations.closeOrder> | Call<typeof operations.openOrder>;

async function changeStatus(
  deps: OrdersDeps,
  tx: Transaction,
  { call, to }: { call: StatusCall; to: "open" | "closed" },
): Promise<JsonText> {
  const { text } = await changeOrder(
    deps,
    tx,
    { ...call, order_id: call.params.id },
    ({ before, at }: LockedOrder) => {
      assertTransition(before, to);
      const closed_at = to === "closed" ? at : null;
      const order = before.order.status === to ? before.order : { ...before.order, status: to, closed_at };
      return { after: { ...before, order }, reason: `order ${to}`, context: "order/update" };
    },
  );
  return recordText("order", text);
}

/** Close an open order. @throws ApiError not_found; conflict when it is cancelled */
export function closeOrder(deps: OrdersDeps, tx: Transaction, call: Call<typeof operations.closeOrder>) {
  return changeStatus(deps, tx, { call, to: "closed" });
}

/** Open a closed order. @throws ApiError not_found; conflict when it is cancelled */
export function openOrder(deps: OrdersDeps, tx: Transaction, call: Call<typeof operations.openOrder>) {
  return changeStatus(deps, tx, { call, to: "open" });
}
