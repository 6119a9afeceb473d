import {
  type FieldError,
  fieldError,
  type OperationBody,
  type operations,
  throwApiError,
} from "@souk/contract";
import type { Transaction } from "@souk/database";
import { formatStatus } from "../../infrastructure/format-status.ts";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call, Store } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import {
  assertNoteLimit,
  type Order,
  type OrderReturnLineRow,
  type OrderReturnRow,
  reserveIds,
} from "../orders/index.ts";
import { lockAndCheckLocations } from "./check-locations.ts";
import { loadReturnOrderId } from "./find-returns.ts";
import { readDetails } from "./read-details.ts";
import { type ReturnLineState, readLines } from "./read-lines.ts";
import { buildReturnText } from "./return-text.ts";
import type { ReturnsDeps } from "./returns-deps.ts";

/** The maximum number of errors in a response. */
const maxErrors = 20;

type Update = OperationBody<typeof operations.updateReturn>;

/** A return that is to be updated, and its order. */
interface ReturnUpdate {
  store: Store;
  order: Order;
  row: OrderReturnRow;
}

// A line's location can be changed until the return is completed, because the location may be deleted or made inactive meanwhile.
const editableFields = {
  requested: ["quantity", "reason", "restock", "location_id"],
  accepted: ["location_id"],
  completed: [],
  cancelled: [],
} as const;

const lineFields = editableFields.requested;

/** List the fields that change in any line. A new line changes all fields. */
function findChangedFields(
  { return_lines }: Order,
  lines: readonly ReturnLineState[],
): ReadonlySet<(typeof lineFields)[number]> {
  const currentLines = new Map<number | null, OrderReturnLineRow>(
    return_lines.map((line) => [line.id, line]),
  );
  return new Set(
    lines.flatMap((line) => lineFields.filter((field) => line[field] !== currentLines.get(line.id)?.[field])),
  );
}

function throwNotEditable({ status }: OrderReturnRow, fieldsLabel: string): never {
  return throwApiError("conflict", {
    message: `The return is ${formatStatus(status)}, so its ${fieldsLabel} can no longer be changed.`,
    fields: [fieldError("status", "conflict", { current: status })],
  });
}

async function mergeLines(tx: Transaction, { order, row }: ReturnUpdate, lines: readonly ReturnLineState[]) {
  const newLines = lines.filter(({ id }) => id === null);
  const { return_lines: ids } = await reserveIds(tx, { return_lines: newLines.length });
  const order_return_id = row.id;
  const linesById = new Map(lines.map((line) => [line.id, line]));
  return [
    ...order.return_lines.map((line) => ({ ...line, ...linesById.get(line.id), id: line.id })),
    ...newLines.map((line, index) => ({ ...line, id: ids[index] ?? 0, order_return_id })),
  ];
}

async function applyUpdate(tx: Transaction, change: ReturnUpdate, body: Update): Promise<Order> {
  const { store, order, row } = change;
  const errors: FieldError[] = [];
  const lineErrors: FieldError[] = [];
  const lines = readLines({ order, id: row.id }, body.return_line_items ?? [], lineErrors);
  const details = readDetails(order, { body, current: row }, errors);
  const changedFields = findChangedFields(order, lines);
  const hasChangedLines = changedFields.size > 0;
  const allowedFields: ReadonlySet<string> = new Set(editableFields[row.status]);
  if ([...changedFields].some((field) => !allowedFields.has(field)))
    throwNotEditable(row, allowedFields.size > 0 ? "lines, except their location_id," : "lines");
  // If no line changes, errors in lines are ignored.
  if (hasChangedLines) errors.push(...lineErrors);
  if (hasChangedLines && errors.length === 0)
    await lockAndCheckLocations(tx, { store, lines: [...lines.entries()] }, errors);
  if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, maxErrors) });
  const hasSameDetails = details.note === row.note && details.refund_id === row.refund_id;
  if (!hasSameDetails && row.status === "cancelled") throwNotEditable(row, "note and refund");
  return {
    ...order,
    returns: order.returns.map((orderReturnRow) =>
      orderReturnRow.id === row.id ? { ...orderReturnRow, ...details } : orderReturnRow,
    ),
    return_lines: hasChangedLines ? await mergeLines(tx, change, lines) : order.return_lines,
  };
}

/**
 * Update a return. Omitted fields are left unchanged. If no value changes, nothing is written or published.
 * @throws ApiError `not_found`; `conflict` if the return's status does not allow the change, or the order's notes are too long;
 *   `invalid` for each invalid field
 */
export async function updateReturn(
  deps: ReturnsDeps,
  tx: Transaction,
  call: Call<typeof operations.updateReturn>,
): Promise<JsonText> {
  const { store, params, body } = call;
  const { id } = params;
  const order_id = await loadReturnOrderId(tx, store, id);
  const { order } = await deps.orders.changeOrder(
    tx,
    { ...call, order_id },
    async ({ before, changedAt }) => {
      const row =
        before.returns.find((orderReturnRow) => orderReturnRow.id === id) ?? throwApiError("not_found");
      const after = await applyUpdate(tx, { store, order: before, row }, body);
      assertNoteLimit(before, after);
      return {
        after: after.return_lines === before.return_lines ? after : setUpdatedAt(after, id, changedAt),
        reason: "return changed",
        context: "order_returns/updated",
        buildChildEvents: (order) => [
          { topic: "order_returns/updated", id, snapshot: buildReturnText(store, order, id) },
        ],
      };
    },
  );
  return wrapRecord("order_return", buildReturnText(store, order, id));
}

/** Set updated_at of a return whose lines changed. The lines themselves have no updated_at. */
function setUpdatedAt(order: Order, id: number, updated_at: string): Order {
  return {
    ...order,
    returns: order.returns.map((orderReturnRow) =>
      orderReturnRow.id === id ? { ...orderReturnRow, updated_at } : orderReturnRow,
    ),
  };
}
