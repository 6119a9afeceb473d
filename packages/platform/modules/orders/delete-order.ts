import { type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordTombstones } from "../../record-tombstone.ts";
import type { Call } from "../../routing/call.ts";
import { moveBuyer } from "../customers/index.ts";
import { leavingMoves } from "./buyer-moves.ts";
import { withLastOrder } from "./last-order.ts";
import { lockOrder } from "./load-orders.ts";
import type { OrderDesk } from "./order-desk.ts";

const statement = { name: "order_delete", text: "delete from orders where store_id = $1 and id = $2" };

/** Deletes a cancelled order with all its rows; the ledgers keep what it moved. @throws Refusal not_found; conflict */
export async function deleteOrder(
  desk: OrderDesk,
  tx: Transaction,
  call: Call<typeof operations.deleteOrder>,
): Promise<Record<string, never>> {
  const { store, params } = call;
  const { before } = (await lockOrder(tx, store, params.id)) ?? refuse("not_found");
  const { status } = before.order;
  if (status !== "cancelled")
    refuse("conflict", {
      message: `The order is ${status}; only a cancelled order can be deleted.`,
      fields: [{ path: "status", message: `is ${status}` }],
    });
  for (const plain of leavingMoves(before)) {
    const move = await withLastOrder(tx, store, { move: plain, left: params.id });
    await moveBuyer(tx, { facts: desk.facts, store, cause: call }, move);
  }
  await tx.query(statement, [store.id, params.id]);
  await recordTombstones(tx, store.id, "orders", [params.id]);
  return {};
}
