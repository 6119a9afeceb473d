import { defineStatement, type Transaction } from "@souk/database";
import { buildAnyIds } from "../../../infrastructure/listing/any-ids.ts";
import { recordTombstones } from "../../../infrastructure/record-tombstone.ts";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { deleteLevels } from "../../inventory/index.ts";

const deleteStatement = defineStatement(
  "variants_delete",
  `
    with deleted as (
      delete from variants where store_id = $1 and product_id = $2 and id = ${buildAnyIds("$3")} returning inventory_quantity)
    update products p set total_quantity = p.total_quantity - total.quantity
    from (select coalesce(sum(inventory_quantity), 0)::bigint as quantity from deleted) total
    where p.store_id = $1 and p.id = $2`,
);

/**
 * Delete variants with their stock. The caller must first lock the stock with `lockVariantStock`, and afterwards mark the
 * product as changed.
 */
export async function removeVariants(
  tx: Transaction,
  { store, product_id, cause }: { store: Store; product_id: number; cause: Cause },
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await deleteLevels(tx, store, { variant_ids: ids, cause });
  await tx.query(deleteStatement, [store.id, product_id, [...ids]]);
  await recordTombstones(tx, store.id, "variants", ids);
}
