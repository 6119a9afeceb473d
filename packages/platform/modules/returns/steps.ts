import { type FieldError, isWay, type operations, orderReturnStates, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { changeOrder, type Order, type OrderDesk, type OrderReturnRow } from "../orders/index.ts";
import { checkLocations } from "./check-locations.ts";
import { orderOfReturn } from "./find-returns.ts";
import { returnText } from "./return-text.ts";
import { returnableUnits } from "./return-units.ts";

type StepCall = Call<typeof operations.acceptReturn>;

const facts = {
  accepted: "order_return_accepted",
  completed: "order_return_completed",
  cancelled: "order_return_cancelled",
} as const;

/** A step of a return, and what must hold for it beside its state. */
interface Step {
  to: keyof typeof facts;
  require(order: Order, row: OrderReturnRow): Promise<void> | void;
}

function requireWay({ status }: OrderReturnRow, to: Step["to"]): void {
  if (isWay(orderReturnStates, status, to)) return;
  refuse("conflict", {
    message: `The return is ${status} and cannot be ${to}.`,
    fields: [{ path: "status", message: `is ${status}` }],
  });
}

/** What is asked for stands behind what is accepted, and both behind what has come back. */
const goesBefore = { accepted: ["accepted"], completed: [] } as const;

/** Units may have come back with a refund, or not been sent after all, since the return was asked for. */
function requireUnits(order: Order, { id }: OrderReturnRow, to: keyof typeof goesBefore): void {
  const units = returnableUnits(order, id, goesBefore[to]);
  const lines = order.return_lines.filter(({ order_return_id }) => order_return_id === id);
  const fields = lines.flatMap(({ line_item_id, quantity }, at) => {
    const left = Math.max(units.get(line_item_id) ?? 0, 0);
    if (quantity <= left) return [];
    return [
      { path: `return_line_items.${at}.quantity`, message: `is ${quantity}, and ${left} can come back` },
    ];
  });
  if (fields.length > 0)
    refuse("conflict", {
      message:
        "The units have come back otherwise, are in a return that was accepted first, or were not sent after all.",
      fields: fields.slice(0, 20),
    });
}

async function take(desk: OrderDesk, tx: Transaction, of: { call: StepCall; step: Step }): Promise<JsonText> {
  const { call, step } = of;
  const { store } = call;
  const { id } = call.params;
  const { to } = step;
  const order_id = await orderOfReturn(tx, store, id);
  const { order } = await changeOrder(desk, tx, { ...call, order_id }, async ({ before }) => {
    const told = { reason: `return ${to}`, context: `order_returns/${to}` };
    const row = before.returns.find((one) => one.id === id) ?? refuse("not_found");
    if (row.status === to) return { after: before, ...told };
    requireWay(row, to);
    await step.require(before, row);
    const returns = before.returns.map((one) => (one.id === id ? { ...one, status: to } : one));
    const tells = (after: Order) => [{ fact: facts[to], id, text: returnText(store, after, id) }];
    return { after: { ...before, returns }, ...told, tells };
  });
  return recordText("order_return", returnText(store, order, id));
}

/** Lets units be sent back. @throws Refusal not_found; conflict when it is completed or cancelled, or the units are not there */
export function acceptReturn(desk: OrderDesk, tx: Transaction, call: StepCall): Promise<JsonText> {
  return take(desk, tx, {
    call,
    step: { to: "accepted", require: (order, row) => requireUnits(order, row, "accepted") },
  });
}

/**
 * Takes units back: those of lines with restock are available where they come back to.
 * @throws Refusal not_found; conflict when it is not accepted, the units came back otherwise, or a location takes no stock
 */
export function completeReturn(desk: OrderDesk, tx: Transaction, call: StepCall): Promise<JsonText> {
  const requireBack: Step["require"] = async (order, row) => {
    requireUnits(order, row, "completed");
    const lines = order.return_lines.filter(({ order_return_id }) => order_return_id === row.id);
    const fields: FieldError[] = [];
    const restocked = [...lines.entries()].filter(([, { restock }]) => restock);
    await checkLocations(tx, { store: call.store, lines: restocked }, fields);
    if (fields.length > 0)
      refuse("conflict", {
        message: "Units cannot come back to where they were to; name another location_id for their lines.",
        fields: fields.slice(0, 20),
      });
  };
  return take(desk, tx, { call, step: { to: "completed", require: requireBack } });
}

/** Ends a return whose units stay where they are. @throws Refusal not_found; conflict when it is completed */
export function cancelReturn(desk: OrderDesk, tx: Transaction, call: StepCall): Promise<JsonText> {
  return take(desk, tx, { call, step: { to: "cancelled", require: () => {} } });
}
