import { canTransition, fieldError, fulfillmentStates, type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { formatStatus } from "../../infrastructure/format-status.ts";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { computeLineQuantities, countExpectedReturns, getLineName, type Order } from "../orders/index.ts";
import { getFulfillmentRow, replaceFulfillment } from "./fulfillment-row.ts";
import { buildFulfillmentText } from "./fulfillment-text.ts";
import type { FulfillmentsDeps } from "./fulfillments-deps.ts";

/** The maximum number of errors in a response. */
const maxErrors = 20;

/**
 * Assert that a cancellation leaves at least as many fulfilled units as were returned, were restocked by a refund, or are in a
 * return.
 * @param before the order before the cancellation
 * @param after the order after the cancellation
 * @param id the id of the fulfillment to cancel
 * @throws ApiError `conflict` for `line_items`
 */
function assertReturnedUnitsStayFulfilled(before: Order, after: Order, id: number): void {
  const lineIds = new Set(
    after.fulfillment_lines.flatMap((line) => (line.fulfillment_id === id ? line.line_item_id : [])),
  );
  const [quantitiesBefore, quantitiesAfter] = [computeLineQuantities(before), computeLineQuantities(after)];
  const expectedReturns = countExpectedReturns(after, { ignoredReturnId: null });
  const conflictingLines = after.lines.filter((line) => {
    const { fulfilled = 0, refundedAfterShipping = 0, returned = 0 } = quantitiesBefore.get(line.id) ?? {};
    const returnedUnits = refundedAfterShipping + returned;
    // A refund may have restocked units that a return still expects. These units must not be counted twice.
    const minFulfilled =
      returnedUnits + Math.min(expectedReturns.get(line.id) ?? 0, fulfilled - returnedUnits);
    return lineIds.has(line.id) && (quantitiesAfter.get(line.id)?.fulfilled ?? 0) < minFulfilled;
  });
  if (conflictingLines.length === 0) return;
  throwApiError("conflict", {
    message:
      "The fulfillment cannot be canceled, because some of its units were returned or are in a return.",
    fields: conflictingLines
      .slice(0, maxErrors)
      .map((line) =>
        fieldError(
          "line_items",
          "conflict",
          {},
          `The fulfillment contains units of ${getLineName(after, line.id)} (line ${line.id}) that were returned or are in a return.`,
        ),
      ),
  });
}

/**
 * Cancel a fulfillment. Its units become unfulfilled and committed again (INV-3).
 * @throws ApiError `not_found`; `conflict` if the fulfillment is delivered, or if any of its units were returned or
 *   are in a return
 */
export async function cancelFulfillment(
  { orders }: FulfillmentsDeps,
  tx: Transaction,
  call: Call<typeof operations.cancelFulfillment>,
): Promise<JsonText> {
  const { store, params } = call;
  const { id } = params;
  const buildText = (order: Order) => buildFulfillmentText(store, order, getFulfillmentRow(order, id));
  const { order } = await orders.changeOrder(tx, { ...call, order_id: params.order_id }, ({ before }) => {
    const row = getFulfillmentRow(before, id);
    const changeDetails = { reason: "fulfillment cancelled", context: "fulfillment/cancel" };
    if (row.status === "cancelled") return { after: before, ...changeDetails };
    if (!canTransition(fulfillmentStates, row.status, "cancelled"))
      throwApiError("conflict", {
        message: `The fulfillment is ${formatStatus(row.status)} and cannot be canceled.`,
        fields: [fieldError("status", "conflict", { current: row.status })],
      });
    const after = replaceFulfillment(before, { ...row, status: "cancelled" });
    assertReturnedUnitsStayFulfilled(before, after, id);
    return {
      after,
      ...changeDetails,
      buildChildEvents: (changed) => [{ topic: "fulfillment/cancel", id, snapshot: buildText(changed) }],
    };
  });
  return wrapRecord("fulfillment", buildText(order));
}
