import { type QuantityField, quantityFields, throwApiError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { buildAnyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";

const lockLevelsStatement = defineStatement(
  "stock_delete_lock_levels",
  `
    select 1 from inventory_levels where store_id = $1 and variant_id = ${buildAnyIds("$2")}
    order by variant_id, location_id for update`,
);

const lockVariantsStatement = defineStatement(
  "stock_delete_lock_variants",
  `select id from variants where store_id = $1 and id = ${buildAnyIds("$2")} order by id for update`,
);

const countStatement = defineStatement(
  "stock_count_levels",
  `select count(*) as count from inventory_levels where store_id = $1 and variant_id = ${buildAnyIds("$2")}`,
);

// An attempt fails only if another transaction creates a level after the levels and before the variants are locked, which is rare.
const maxAttempts = 10;

/**
 * Lock variants with all their levels, so that both can be deleted. Levels are locked first, as in every change of stock. No other
 * transaction can then create a level of these variants, because creating a level requires a lock on its variant.
 * @returns the ids of the variants that exist
 */
export async function lockVariantStock(
  tx: Transaction,
  store: Store,
  variantIds: readonly number[],
): Promise<number[]> {
  const values = [store.id, [...variantIds]];
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    await tx.query("savepoint holding_stock");
    const levels = await tx.query(lockLevelsStatement, values);
    const variants = await tx.many<{ id: number }>(lockVariantsStatement, values);
    const row = await tx.one<{ count: number }>(countStatement, values);
    if (row.count === levels.rowCount) {
      await tx.query("release savepoint holding_stock");
      return variants.map(({ id }) => id);
    }
    // Locking the new level after the variants would violate the lock order, so release both locks and try again.
    await tx.query("rollback to savepoint holding_stock");
  }
  return throwApiError("unavailable", { retry_after_s: 1 });
}

const buildQuantityPair = (field: QuantityField) => `('${field}', deleted.${field})`;

const deleteStatement = defineStatement(
  "stock_delete_levels",
  `
    with deleted as (
      delete from inventory_levels where store_id = $1 and variant_id = ${buildAnyIds("$2")} returning *)
    insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change, resulting_quantity,
      reason, actor_kind, actor_id, request_id)
    select $1, greatest(clock_timestamp(), deleted.updated_at + interval '1 ms'), deleted.variant_id, deleted.location_id, old.field,
      -old.quantity, 0, 'variant deleted', $3::text, $4::text, $5::text
    from deleted cross join lateral (values ${quantityFields.map(buildQuantityPair).join(", ")}) old (field, quantity)
    where old.quantity <> 0
    order by deleted.variant_id, deleted.location_id`,
);

/**
 * Delete the levels of variants that `lockVariantStock` has locked and the caller is about to delete. Final movements make the
 * changes in the ledger add up to 0. No level event is published, because the caller publishes the product. Product totals are not
 * updated here.
 */
export async function deleteLevels(
  tx: Transaction,
  store: Store,
  { variant_ids, cause }: { variant_ids: readonly number[]; cause: Cause },
): Promise<void> {
  const { actor, request_id } = cause;
  await tx.query(deleteStatement, [store.id, [...variant_ids], actor.kind, actor.id, request_id]);
}
