import { isWay, type operations, orderStates, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { changeOrder } from "./change-order.ts";
import type { LockedOrder } from "./load-orders.ts";
import type { OrderDesk } from "./order-desk.ts";
import type { Order, OrderRow } from "./order-rows.ts";

/** Refuses a way between states of an order that is not drawn. @throws Refusal conflict naming the status */
export function requireWay({ order }: Order, to: OrderRow["status"]): void {
  if (order.status === to || isWay(orderStates, order.status, to)) return;
  const verb = { open: "opened", closed: "closed", cancelled: "cancelled" }[to];
  refuse("conflict", {
    message: `The order is ${order.status} and cannot be ${verb}.`,
    fields: [{ path: "status", message: `is ${order.status}` }],
  });
}

type StepCall = Call<typeof operations.closeOrder> | Call<typeof operations.openOrder>;

async function step(
  desk: OrderDesk,
  tx: Transaction,
  { call, to }: { call: StepCall; to: "open" | "closed" },
): Promise<JsonText> {
  const { text } = await changeOrder(
    desk,
    tx,
    { ...call, order_id: call.params.id },
    ({ before, at }: LockedOrder) => {
      requireWay(before, to);
      const closed_at = to === "closed" ? at : null;
      const order = before.order.status === to ? before.order : { ...before.order, status: to, closed_at };
      return { after: { ...before, order }, reason: `order ${to}`, context: "order/update" };
    },
  );
  return recordText("order", text);
}

/** Closes an open order. @throws Refusal not_found; conflict when it is cancelled */
export function closeOrder(desk: OrderDesk, tx: Transaction, call: Call<typeof operations.closeOrder>) {
  return step(desk, tx, { call, to: "closed" });
}

/** Opens a closed order. @throws Refusal not_found; conflict when it is cancelled */
export function openOrder(desk: OrderDesk, tx: Transaction, call: Call<typeof operations.openOrder>) {
  return step(desk, tx, { call, to: "open" });
}
