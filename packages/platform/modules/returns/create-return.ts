import { type FieldError, fieldError, maxReturns, type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { assertNoteRoom, assertPartRoom, drawIds, type Order, type OrderReturnRow } from "../orders/index.ts";
import { checkLocations } from "./check-locations.ts";
import { readDetails } from "./read-details.ts";
import { type PlannedLine, readLines } from "./read-lines.ts";
import { buildReturnText } from "./return-text.ts";
import type { ReturnsDeps } from "./returns-deps.ts";

function assertNotCancelled({ order }: Order): void {
  if (order.status !== "cancelled") return;
  throwApiError("conflict", {
    message: "The order is cancelled, so it has no units to return.",
    fields: [fieldError("status", "conflict", { current: "cancelled" })],
  });
}

/** Add a new return with these lines to an order. */
async function addReturn(
  tx: Transaction,
  before: Order,
  { row, lines }: { row: Omit<OrderReturnRow, "id">; lines: readonly PlannedLine[] },
): Promise<{ id: number; after: Order }> {
  const ids = await drawIds(tx, { returns: 1, return_lines: lines.length });
  const order_return_id = ids.returns[0] ?? 0;
  const rows = lines.map((line, index) => ({ ...line, id: ids.return_lines[index] ?? 0, order_return_id }));
  const after = {
    ...before,
    returns: [...before.returns, { ...row, id: order_return_id }],
    return_lines: [...before.return_lines, ...rows],
  };
  return { id: order_return_id, after };
}

/**
 * Request a return of units of an order (API-5, ORD-7). A requested return moves no stock.
 * @throws ApiError not_found; conflict when the order is cancelled, has too many returns or too long notes;
 *   invalid naming each invalid field
 */
export async function createReturn(
  deps: ReturnsDeps,
  tx: Transaction,
  call: Call<typeof operations.createReturn>,
): Promise<JsonText> {
  const { store, params, body } = call;
  let createdId = 0;
  const { order } = await deps.orders.changeOrder(tx, { ...call, ...params }, async ({ before, at }) => {
    assertNotCancelled(before);
    assertPartRoom(before.returns, { name: "returns", max: maxReturns });
    const errors: FieldError[] = [];
    const lines = readLines({ order: before, id: null }, body.return_line_items, errors);
    const details = readDetails(before, { sent: body, before: { note: "", refund_id: null } }, errors);
    // A line without shipped units has no location to check.
    if (errors.length === 0) await checkLocations(tx, { store, lines: [...lines.entries()] }, errors);
    if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, 20) });
    const row = { status: "requested" as const, ...details, created_at: at, updated_at: at };
    const { id, after } = await addReturn(tx, before, { row, lines });
    assertNoteRoom(before, after);
    createdId = id;
    const partEvents = (order: Order) => [
      { topic: "order_returns/created" as const, id, snapshot: buildReturnText(store, order, id) },
    ];
    return { after, reason: "return requested", context: "order_returns/created", partEvents };
  });
  return recordText("order_return", buildReturnText(store, order, createdId));
}
