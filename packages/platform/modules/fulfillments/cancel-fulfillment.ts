import { canTransition, fieldError, fulfillmentStates, type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { computeLineQuantities, countExpectedReturns, getLineName, type Order } from "../orders/index.ts";
import { buildFulfillmentText } from "./fulfillment-text.ts";
import type { FulfillmentsDeps } from "./fulfillments-deps.ts";
import { assertFulfillment, replaceFulfillment } from "./one-fulfillment.ts";

/**
 * Assert that no unit of a fulfillment came back or is in a return.
 * @param id the id of the fulfillment to cancel
 * @throws ApiError conflict naming the line items
 */
function assertNothingReturned(before: Order, after: Order, id: number): void {
  const lines = new Set(
    after.fulfillment_lines.flatMap((line) => (line.fulfillment_id === id ? line.line_item_id : [])),
  );
  const [quantitiesBefore, quantitiesAfter] = [computeLineQuantities(before), computeLineQuantities(after)];
  const expected = countExpectedReturns(after, { ignoredReturnId: null });
  const returnedLines = after.lines.filter(({ id: line }) => {
    const { fulfilled = 0, cameBack = 0, returned = 0 } = quantitiesBefore.get(line) ?? {};
    const unitsBack = cameBack + returned;
    // A refund may have restocked units that a return still expects; count no unit twice.
    const minimum = unitsBack + Math.min(expected.get(line) ?? 0, fulfilled - unitsBack);
    return lines.has(line) && (quantitiesAfter.get(line)?.fulfilled ?? 0) < minimum;
  });
  if (returnedLines.length === 0) return;
  throwApiError("conflict", {
    message:
      "The fulfillment cannot be cancelled, because some of its units were returned or are in a return.",
    fields: returnedLines
      .slice(0, 20)
      .map(({ id }) =>
        fieldError(
          "line_items",
          "conflict",
          {},
          `${getLineName(after, id)} (${id}) was returned or is in a return.`,
        ),
      ),
  });
}

/**
 * Cancel a fulfillment: its units are open again and committed (INV-3).
 * @throws ApiError not_found; conflict when the fulfillment is delivered, or its units came back or are in a return
 */
export async function cancelFulfillment(
  { orders }: FulfillmentsDeps,
  tx: Transaction,
  call: Call<typeof operations.cancelFulfillment>,
): Promise<JsonText> {
  const { store, params } = call;
  const { id } = params;
  const buildText = (order: Order) => buildFulfillmentText(store, order, assertFulfillment(order, id));
  const { order } = await orders.changeOrder(tx, { ...call, order_id: params.order_id }, ({ before }) => {
    const row = assertFulfillment(before, id);
    const eventDetails = { reason: "fulfillment cancelled", context: "fulfillment/cancel" };
    if (row.status === "cancelled") return { after: before, ...eventDetails };
    if (!canTransition(fulfillmentStates, row.status, "cancelled"))
      throwApiError("conflict", {
        message: `The fulfillment is ${row.status} and cannot be cancelled.`,
        fields: [fieldError("status", "conflict", { current: row.status })],
      });
    const after = replaceFulfillment(before, { ...row, status: "cancelled" });
    assertNothingReturned(before, after, id);
    return {
      after,
      ...eventDetails,
      partEvents: (changed) => [{ topic: "fulfillment/cancel", id, snapshot: buildText(changed) }],
    };
  });
  return recordText("fulfillment", buildText(order));
}
