import { type FieldError, mostReturns, type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import {
  changeOrder,
  nextIds,
  type Order,
  type OrderDesk,
  type OrderReturnRow,
  requireNoteRoom,
  requirePartRoom,
} from "../orders/index.ts";
import { checkLocations } from "./check-locations.ts";
import { readDetails } from "./read-details.ts";
import { type PlannedLine, readLines } from "./read-lines.ts";
import { returnText } from "./return-text.ts";

function requireNotCancelled({ order }: Order): void {
  if (order.status !== "cancelled") return;
  refuse("conflict", {
    message: "The order is cancelled: nothing of it was sent, so nothing can come back.",
    fields: [{ path: "status", message: "is cancelled" }],
  });
}

/** The order with a new return of these lines. */
async function withReturn(
  tx: Transaction,
  before: Order,
  { row, lines }: { row: Omit<OrderReturnRow, "id">; lines: readonly PlannedLine[] },
): Promise<{ id: number; after: Order }> {
  const ids = await nextIds(tx, { returns: 1, return_lines: lines.length });
  const order_return_id = ids.returns[0] ?? 0;
  const rows = lines.map((line, at) => ({ ...line, id: ids.return_lines[at] ?? 0, order_return_id }));
  const after = {
    ...before,
    returns: [...before.returns, { ...row, id: order_return_id }],
    return_lines: [...before.return_lines, ...rows],
  };
  return { id: order_return_id, after };
}

/**
 * Asks for a return of units of an order (API-5, ORD-7). It moves no stock yet.
 * @throws Refusal not_found; conflict when the order is cancelled or has too many returns, or too long notes; invalid naming what is wrong
 */
export async function createReturn(
  desk: OrderDesk,
  tx: Transaction,
  call: Call<typeof operations.createReturn>,
): Promise<JsonText> {
  const { store, params, body } = call;
  let made = 0;
  const { order } = await changeOrder(desk, tx, { ...call, ...params }, async ({ before, at }) => {
    requireNotCancelled(before);
    requirePartRoom(before.returns, { name: "returns", most: mostReturns });
    const faults: FieldError[] = [];
    const lines = readLines({ order: before, id: null }, body.return_line_items, faults);
    const details = readDetails(before, { sent: body, before: { note: "", refund_id: null } }, faults);
    // A line without units has no location to be asked for.
    if (faults.length === 0) await checkLocations(tx, { store, lines: [...lines.entries()] }, faults);
    if (faults.length > 0) refuse("invalid", { fields: faults.slice(0, 20) });
    const row = { status: "requested" as const, ...details, created_at: at, updated_at: at };
    const { id, after } = await withReturn(tx, before, { row, lines });
    requireNoteRoom(before, after);
    made = id;
    const tells = (order: Order) => [
      { fact: "order_return_created" as const, id, text: returnText(store, order, id) },
    ];
    return { after, reason: "return requested", context: "order_returns/created", tells };
  });
  return recordText("order_return", returnText(store, order, made));
}
