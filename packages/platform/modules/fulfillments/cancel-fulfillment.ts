import { fulfillmentStates, isWay, type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { changeOrder, expectedBack, lineName, lineQuantities, type Order } from "../orders/index.ts";
import type { FulfillmentDesk } from "./fulfillment-desk.ts";
import { fulfillmentText } from "./fulfillment-text.ts";
import { requireFulfillment, withRow } from "./one-fulfillment.ts";

/**
 * What came back was sent, and so was what is in a return: neither can be made unsent.
 * @param id of the fulfillment that is to be cancelled
 * @throws Refusal conflict naming the line items
 */
function requireNothingBack(before: Order, after: Order, id: number): void {
  const lines = new Set(
    after.fulfillment_lines.flatMap((line) => (line.fulfillment_id === id ? line.line_item_id : [])),
  );
  const [was, is] = [lineQuantities(before), lineQuantities(after)];
  const expected = expectedBack(after, { besides: null });
  const short = after.lines.filter(({ id: line }) => {
    const { fulfilled = 0, cameBack = 0, returned = 0 } = was.get(line) ?? {};
    const back = cameBack + returned;
    // A refund may have taken back what a return still expects: no unit counts twice.
    const held = back + Math.min(expected.get(line) ?? 0, fulfilled - back);
    return lines.has(line) && (is.get(line)?.fulfilled ?? 0) < held;
  });
  if (short.length === 0) return;
  refuse("conflict", {
    message: "Units of the fulfillment came back, or are in a return: it cannot be cancelled.",
    fields: short.slice(0, 20).map(({ id }) => ({
      path: "line_items",
      message: `${lineName(after, id)} (${id}) came back, or is in a return`,
    })),
  });
}

/**
 * Cancels a fulfillment: its units are to be sent again, and are committed (INV-3).
 * @throws Refusal not_found; conflict when it is delivered, or its units came back or are in a return
 */
export async function cancelFulfillment(
  { orders }: FulfillmentDesk,
  tx: Transaction,
  call: Call<typeof operations.cancelFulfillment>,
): Promise<JsonText> {
  const { store, params } = call;
  const { id } = params;
  const shown = (order: Order) => fulfillmentText(store, order, requireFulfillment(order, id));
  const { order } = await changeOrder(orders, tx, { ...call, order_id: params.order_id }, ({ before }) => {
    const row = requireFulfillment(before, id);
    const told = { reason: "fulfillment cancelled", context: "fulfillment/cancel" };
    if (row.status === "cancelled") return { after: before, ...told };
    if (!isWay(fulfillmentStates, row.status, "cancelled"))
      refuse("conflict", {
        message: `The fulfillment is ${row.status} and cannot be cancelled.`,
        fields: [{ path: "status", message: `is ${row.status}` }],
      });
    const after = withRow(before, { ...row, status: "cancelled" });
    requireNothingBack(before, after, id);
    return {
      after,
      ...told,
      tells: (changed) => [{ fact: "fulfillment_cancelled", id, text: shown(changed) }],
    };
  });
  return recordText("fulfillment", shown(order));
}
