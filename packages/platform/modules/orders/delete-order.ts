import { fieldError, type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { recordTombstones } from "../../infrastructure/record-tombstone.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { changeCustomerTotals } from "../customers/index.ts";
import { buildDeletionTotalsChanges } from "./customer-totals-changes.ts";
import { addLastOrderId } from "./last-order.ts";
import { lockOrder } from "./load-orders.ts";

const statement = defineStatement("order_delete", "delete from orders where store_id = $1 and id = $2");

/**
 * Delete a canceled order with all its rows. The ledgers keep its movements.
 * @throws ApiError `not_found`; `conflict` if the order is not canceled
 */
export async function deleteOrder(
  tx: Transaction,
  call: Call<typeof operations.deleteOrder>,
): Promise<Record<string, never>> {
  const { store, params } = call;
  const { before } = (await lockOrder(tx, store, params.id)) ?? throwApiError("not_found");
  const { status } = before.order;
  if (status !== "cancelled")
    throwApiError("conflict", {
      message: `The order is ${status} and cannot be deleted. Cancel it first.`,
      fields: [fieldError("status", "conflict", { current: status })],
    });
  for (const change of buildDeletionTotalsChanges(before)) {
    const totalsChange = await addLastOrderId(tx, store, { change, removedOrderId: params.id });
    await changeCustomerTotals(tx, call, totalsChange);
  }
  await tx.query(statement, [store.id, params.id]);
  await recordTombstones(tx, store.id, "orders", [params.id]);
  return {};
}
