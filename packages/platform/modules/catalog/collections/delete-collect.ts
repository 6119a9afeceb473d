import { type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import type { Call } from "../../../routing/call.ts";
import { lockProduct, markChanged } from "../mark-products.ts";

/** Takes a product out of a collection; product/update tells it once. @throws Refusal not_found */
export async function deleteCollect(
  facts: FactRegistry,
  tx: Transaction,
  call: Call<typeof operations.deleteCollect>,
): Promise<Record<string, never>> {
  const { store, params } = call;
  const text = "select product_id from collects where store_id = $1 and id = $2";
  const { rows } = await tx.query<{ product_id: number }>(text, [store.id, params.id]);
  const { product_id } = rows[0] ?? refuse("not_found");
  await lockProduct(tx, store, product_id);
  const gone = await tx.query("delete from collects where store_id = $1 and id = $2", [store.id, params.id]);
  if (gone.rowCount === 0) refuse("not_found");
  await markChanged(facts, tx, { store, cause: call, ids: [product_id] });
  return {};
}
