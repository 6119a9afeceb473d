import {
  type FieldError,
  fieldError,
  type OperationBody,
  type operations,
  throwApiError,
} from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call, Store } from "../../infrastructure/routing/call.ts";
import {
  assertNoteRoom,
  drawIds,
  type Order,
  type OrderReturnLineRow,
  type OrderReturnRow,
} from "../orders/index.ts";
import { checkLocations } from "./check-locations.ts";
import { loadReturnOrderId } from "./find-returns.ts";
import { readDetails } from "./read-details.ts";
import { type PlannedLine, readLines } from "./read-lines.ts";
import { buildReturnText } from "./return-text.ts";
import type { ReturnsDeps } from "./returns-deps.ts";

type Update = OperationBody<typeof operations.updateReturn>;

/** A return that is about to change, with its order. */
interface ReturnUpdate {
  store: Store;
  order: Order;
  row: OrderReturnRow;
}

// The location can change until the return is completed, because it may be deleted or made inactive meanwhile.
const changeableFields = {
  requested: ["quantity", "reason", "restock", "location_id"],
  accepted: ["location_id"],
  completed: [],
  cancelled: [],
} as const;

const fields = changeableFields.requested;

/** List the fields that change in any line; a new line changes all fields. */
function findChangedFields(
  { return_lines }: Order,
  planned: readonly PlannedLine[],
): ReadonlySet<(typeof fields)[number]> {
  const known = new Map<number | null, OrderReturnLineRow>(return_lines.map((line) => [line.id, line]));
  return new Set(
    planned.flatMap((line) => fields.filter((field) => line[field] !== known.get(line.id)?.[field])),
  );
}

function rejectChange({ status }: OrderReturnRow, what: string): never {
  return throwApiError("conflict", {
    message: `The return is ${status}, so its ${what} can no longer be changed.`,
    fields: [fieldError("status", "conflict", { current: status })],
  });
}

async function mergeLines(tx: Transaction, { order, row }: ReturnUpdate, planned: readonly PlannedLine[]) {
  const added = planned.filter(({ id }) => id === null);
  const { return_lines: ids } = await drawIds(tx, { return_lines: added.length });
  const order_return_id = row.id;
  const changed = new Map(planned.map((line) => [line.id, line]));
  return [
    ...order.return_lines.map((line) => ({ ...line, ...changed.get(line.id), id: line.id })),
    ...added.map((line, index) => ({ ...line, id: ids[index] ?? 0, order_return_id })),
  ];
}

async function applyUpdate(tx: Transaction, change: ReturnUpdate, body: Update): Promise<Order> {
  const { store, order, row } = change;
  const errors: FieldError[] = [];
  const lineErrors: FieldError[] = [];
  const lines = readLines({ order, id: row.id }, body.return_line_items ?? [], lineErrors);
  const details = readDetails(order, { sent: body, before: row }, errors);
  const changes = findChangedFields(order, lines);
  const isChanged = changes.size > 0;
  const allowed: ReadonlySet<string> = new Set(changeableFields[row.status]);
  if ([...changes].some((field) => !allowed.has(field)))
    rejectChange(row, allowed.size > 0 ? "lines, except their location_id," : "lines");
  // Unchanged lines are not checked.
  if (isChanged) errors.push(...lineErrors);
  if (isChanged && errors.length === 0)
    await checkLocations(tx, { store, lines: [...lines.entries()] }, errors);
  if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, 20) });
  const isSame = details.note === row.note && details.refund_id === row.refund_id;
  if (!isSame && row.status === "cancelled") rejectChange(row, "note and refund");
  return {
    ...order,
    returns: order.returns.map((orderReturnRow) =>
      orderReturnRow.id === row.id ? { ...orderReturnRow, ...details } : orderReturnRow,
    ),
    return_lines: isChanged ? await mergeLines(tx, change, lines) : order.return_lines,
  };
}

/**
 * Update the sent fields of a return; unchanged values change nothing.
 * @throws ApiError not_found; conflict when the return's status does not allow the change, or notes are too long;
 *   invalid naming each invalid field
 */
export async function updateReturn(
  deps: ReturnsDeps,
  tx: Transaction,
  call: Call<typeof operations.updateReturn>,
): Promise<JsonText> {
  const { store, params, body } = call;
  const { id } = params;
  const order_id = await loadReturnOrderId(tx, store, id);
  const { order } = await deps.orders.changeOrder(tx, { ...call, order_id }, async ({ before, at }) => {
    const row =
      before.returns.find((orderReturnRow) => orderReturnRow.id === id) ?? throwApiError("not_found");
    const after = await applyUpdate(tx, { store, order: before, row }, body);
    assertNoteRoom(before, after);
    return {
      after: after.return_lines === before.return_lines ? after : setUpdatedAt(after, id, at),
      reason: "return changed",
      context: "order_returns/updated",
      partEvents: (order) => [
        { topic: "order_returns/updated", id, snapshot: buildReturnText(store, order, id) },
      ],
    };
  });
  return recordText("order_return", buildReturnText(store, order, id));
}

/** Set the time of the change on a return whose lines changed. */
function setUpdatedAt(order: Order, id: number, updated_at: string): Order {
  return {
    ...order,
    returns: order.returns.map((orderReturnRow) =>
      orderReturnRow.id === id ? { ...orderReturnRow, updated_at } : orderReturnRow,
    ),
  };
}
