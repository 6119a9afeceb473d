import { type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import { recordTombstones } from "../../../infrastructure/record-tombstone.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { deleteLevels, lockVariantStock } from "../../inventory/index.ts";
import { lockOptions } from "../options/option-shape.ts";
import { loadVariantIds } from "../variant-store.ts";

const statement = defineStatement("product_delete", "delete from products where store_id = $1 and id = $2");

/**
 * Delete a product with its variants, options, images and stock, and publish `product/delete`. The ledger of the stock is kept,
 * and the last movements in the ledger bring the stock to 0.
 * @throws ApiError `not_found`
 */
export async function deleteProduct(
  tx: Transaction,
  call: Call<typeof operations.deleteProduct>,
): Promise<Record<string, never>> {
  const { store } = call;
  const { id } = call.params;
  await lockOptions(tx, store, id);
  const variantIds = [...((await loadVariantIds(tx, store, id)) ?? throwApiError("not_found"))];
  await lockVariantStock(tx, store, variantIds);
  await deleteLevels(tx, store, { variant_ids: variantIds, cause: call });
  await tx.query(statement, [store.id, id]);
  await recordTombstones(tx, store.id, "variants", variantIds);
  await recordTombstones(tx, store.id, "products", [id]);
  await events.publish(tx, call, "product/delete", { id, snapshot: JSON.stringify({ id }) });
  return {};
}
