import { type BodyOf, type FieldError, type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call, Store } from "../../routing/call.ts";
import {
  changeOrder,
  nextIds,
  type Order,
  type OrderDesk,
  type OrderReturnLineRow,
  type OrderReturnRow,
  requireNoteRoom,
} from "../orders/index.ts";
import { checkLocations } from "./check-locations.ts";
import { orderOfReturn } from "./find-returns.ts";
import { readDetails } from "./read-details.ts";
import { type PlannedLine, readLines } from "./read-lines.ts";
import { returnText } from "./return-text.ts";

type Update = BodyOf<typeof operations.updateReturn>;

/** A return that is about to change, in its order. */
interface Changing {
  store: Store;
  order: Order;
  row: OrderReturnRow;
}

// Until it is completed its units may come back to another location: the one that was named may be gone or closed by then.
const changeable = {
  requested: ["quantity", "reason", "restock", "location_id"],
  accepted: ["location_id"],
  completed: [],
  cancelled: [],
} as const;

const fields = changeable.requested;

/** What of the lines changes; all of a line that is new. */
function differing(
  { return_lines }: Order,
  planned: readonly PlannedLine[],
): ReadonlySet<(typeof fields)[number]> {
  const known = new Map<number | null, OrderReturnLineRow>(return_lines.map((line) => [line.id, line]));
  return new Set(
    planned.flatMap((line) => fields.filter((field) => line[field] !== known.get(line.id)?.[field])),
  );
}

function refuseChange({ status }: OrderReturnRow, what: string): never {
  return refuse("conflict", {
    message: `The return is ${status}; its ${what} cannot be changed any more.`,
    fields: [{ path: "status", message: `is ${status}` }],
  });
}

async function withLines(tx: Transaction, { order, row }: Changing, planned: readonly PlannedLine[]) {
  const added = planned.filter(({ id }) => id === null);
  const { return_lines: ids } = await nextIds(tx, { return_lines: added.length });
  const order_return_id = row.id;
  const changed = new Map(planned.map((line) => [line.id, line]));
  return [
    ...order.return_lines.map((line) => ({ ...line, ...changed.get(line.id), id: line.id })),
    ...added.map((line, at) => ({ ...line, id: ids[at] ?? 0, order_return_id })),
  ];
}

async function changed(tx: Transaction, of: Changing, body: Update): Promise<Order> {
  const { store, order, row } = of;
  const faults: FieldError[] = [];
  const lineFaults: FieldError[] = [];
  const lines = readLines({ order, id: row.id }, body.return_line_items ?? [], lineFaults);
  const details = readDetails(order, { sent: body, before: row }, faults);
  const changes = differing(order, lines);
  const isChanged = changes.size > 0;
  const free: ReadonlySet<string> = new Set(changeable[row.status]);
  if ([...changes].some((field) => !free.has(field)))
    refuseChange(row, free.size > 0 ? "lines, but for their location_id," : "lines");
  // Lines that stay as they are ask for nothing.
  if (isChanged) faults.push(...lineFaults);
  if (isChanged && faults.length === 0)
    await checkLocations(tx, { store, lines: [...lines.entries()] }, faults);
  if (faults.length > 0) refuse("invalid", { fields: faults.slice(0, 20) });
  const isSame = details.note === row.note && details.refund_id === row.refund_id;
  if (!isSame && row.status === "cancelled") refuseChange(row, "note and refund");
  return {
    ...order,
    returns: order.returns.map((one) => (one.id === row.id ? { ...one, ...details } : one)),
    return_lines: isChanged ? await withLines(tx, of, lines) : order.return_lines,
  };
}

/**
 * Changes what is sent of a return; what is as asked already changes nothing.
 * @throws Refusal not_found; conflict when its state lets nothing of this change, or notes are too long; invalid naming what is wrong
 */
export async function updateReturn(
  desk: OrderDesk,
  tx: Transaction,
  call: Call<typeof operations.updateReturn>,
): Promise<JsonText> {
  const { store, params, body } = call;
  const { id } = params;
  const order_id = await orderOfReturn(tx, store, id);
  const { order } = await changeOrder(desk, tx, { ...call, order_id }, async ({ before, at }) => {
    const row = before.returns.find((one) => one.id === id) ?? refuse("not_found");
    const after = await changed(tx, { store, order: before, row }, body);
    requireNoteRoom(before, after);
    return {
      after: after.return_lines === before.return_lines ? after : touched(after, id, at),
      reason: "return changed",
      context: "order_returns/updated",
      tells: (order) => [{ fact: "order_return_changed", id, text: returnText(store, order, id) }],
    };
  });
  return recordText("order_return", returnText(store, order, id));
}

/** The order where a return says when its lines changed. */
function touched(order: Order, id: number, updated_at: string): Order {
  return { ...order, returns: order.returns.map((one) => (one.id === id ? { ...one, updated_at } : one)) };
}
