import { type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import { recordTombstones } from "../../../infrastructure/record-tombstone.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { closeStock, holdStock } from "../../inventory/index.ts";
import { lockShape } from "../options/option-shape.ts";
import { loadVariantIds } from "../variant-store.ts";

const statement = defineStatement("product_delete", "delete from products where store_id = $1 and id = $2");

/**
 * Delete a product with its variants, options, images and stock; the ledger stays and ends at 0.
 * @throws ApiError not_found
 */
export async function deleteProduct(
  tx: Transaction,
  call: Call<typeof operations.deleteProduct>,
): Promise<Record<string, never>> {
  const { store } = call;
  const { id } = call.params;
  await lockShape(tx, store, id);
  const variants = [...((await loadVariantIds(tx, store, id)) ?? throwApiError("not_found"))];
  await holdStock(tx, store, variants);
  await closeStock(tx, store, { variant_ids: variants, cause: call });
  await tx.query(statement, [store.id, id]);
  await recordTombstones(tx, store.id, "variants", variants);
  await recordTombstones(tx, store.id, "products", [id]);
  await events.publish(tx, call, "product/delete", { id, snapshot: JSON.stringify({ id }) });
  return {};
}
