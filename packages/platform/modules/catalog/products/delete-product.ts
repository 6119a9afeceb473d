import { type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import { recordTombstones } from "../../../record-tombstone.ts";
import type { Call } from "../../../routing/call.ts";
import { closeStock, holdStock } from "../../inventory/index.ts";
import { lockShape } from "../options/option-shape.ts";
import { variantIdsOf } from "../variant-store.ts";

const statement = {
  name: "product_delete",
  text: "delete from products where store_id = $1 and id = $2",
};

/**
 * Deletes a product with its variants, options, images and stock; the ledger stays and ends at 0.
 * @throws Refusal not_found
 */
export async function deleteProduct(
  facts: FactRegistry,
  tx: Transaction,
  call: Call<typeof operations.deleteProduct>,
): Promise<Record<string, never>> {
  const { store } = call;
  const { id } = call.params;
  await lockShape(tx, store, id);
  const variants = [...((await variantIdsOf(tx, store, id)) ?? refuse("not_found"))];
  await holdStock(tx, store, variants);
  await closeStock(tx, store, { variant_ids: variants, cause: call });
  await tx.query(statement, [store.id, id]);
  await recordTombstones(tx, store.id, "variants", variants);
  await recordTombstones(tx, store.id, "products", [id]);
  await facts.raise(tx, store, call, "product_deleted", { product_id: id });
  return {};
}
