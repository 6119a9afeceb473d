import { type FieldError, fieldError, maxReturns, type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import {
  assertChildLimit,
  assertNoteLimit,
  type Order,
  type OrderReturnRow,
  reserveIds,
} from "../orders/index.ts";
import { lockAndCheckLocations } from "./check-locations.ts";
import { readDetails } from "./read-details.ts";
import { type ReturnLineState, readLines } from "./read-lines.ts";
import { buildReturnText } from "./return-text.ts";
import type { ReturnsDeps } from "./returns-deps.ts";

/** The maximum number of errors in a response. */
const maxErrors = 20;

function assertNotCanceled({ order }: Order): void {
  if (order.status !== "cancelled") return;
  throwApiError("conflict", {
    message: "The order is canceled, so it has no units to return.",
    fields: [fieldError("status", "conflict", { current: "cancelled" })],
  });
}

/** Add a new return with these lines to the order. @returns the changed order and the id of the new return */
async function addReturn(
  tx: Transaction,
  before: Order,
  { row, lines }: { row: Omit<OrderReturnRow, "id">; lines: readonly ReturnLineState[] },
): Promise<{ id: number; after: Order }> {
  const ids = await reserveIds(tx, { returns: 1, return_lines: lines.length });
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
 * Create a requested return of units of an order (API-5, ORD-7). It does not change stock yet.
 * @throws ApiError `not_found`; `conflict` if the order is canceled, has too many returns, or its notes are too long in
 *   total; `invalid` for each invalid field
 */
export async function createReturn(
  deps: ReturnsDeps,
  tx: Transaction,
  call: Call<typeof operations.createReturn>,
): Promise<JsonText> {
  const { store, params, body } = call;
  let createdId = 0;
  const { order } = await deps.orders.changeOrder(
    tx,
    { ...call, ...params },
    async ({ before, changedAt }) => {
      assertNotCanceled(before);
      assertChildLimit(before.returns, { field: "returns", max: maxReturns });
      const errors: FieldError[] = [];
      const lines = readLines({ order: before, id: null }, body.return_line_items, errors);
      const details = readDetails(before, { body, current: { note: "", refund_id: null } }, errors);
      // Lines without fulfilled units have no location to check. They already have an error.
      if (errors.length === 0)
        await lockAndCheckLocations(tx, { store, lines: [...lines.entries()] }, errors);
      if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, maxErrors) });
      const row = { status: "requested" as const, ...details, created_at: changedAt, updated_at: changedAt };
      const { id, after } = await addReturn(tx, before, { row, lines });
      assertNoteLimit(before, after);
      createdId = id;
      const buildChildEvents = (order: Order) => [
        { topic: "order_returns/created" as const, id, snapshot: buildReturnText(store, order, id) },
      ];
      return {
        after,
        reason: "return requested",
        context: "order_returns/created",
        buildChildEvents,
      };
    },
  );
  return wrapRecord("order_return", buildReturnText(store, order, createdId));
}
