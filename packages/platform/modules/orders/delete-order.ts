import { fieldError, type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { recordTombstones } from "../../infrastructure/record-tombstone.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { moveBuyer } from "../customers/index.ts";
import { buildDeletionMoves } from "./buyer-moves.ts";
import { addLastOrder } from "./last-order.ts";
import { lockOrder } from "./load-orders.ts";

const statement = defineStatement("order_delete", "delete from orders where store_id = $1 and id = $2");

/**
 * Delete a cancelled order with all its rows; the ledgers keep its movements. @throws ApiError not_found;
 * conflict
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
  for (const orderMove of buildDeletionMoves(before)) {
    const move = await addLastOrder(tx, store, { move: orderMove, leftOrderId: params.id });
    await moveBuyer(tx, call, move);
  }
  await tx.query(statement, [store.id, params.id]);
  await recordTombstones(tx, store.id, "orders", [params.id]);
  return {};
}
