import { type QuantityField, quantityFields, throwApiError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { anyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";

const lockLevelsStatement = defineStatement(
  "stock_hold_levels",
  `
    select 1 from inventory_levels where store_id = $1 and variant_id = ${anyIds("$2")}
    order by variant_id, location_id for update`,
);

const lockVariantsStatement = defineStatement(
  "stock_hold_variants",
  `select id from variants where store_id = $1 and id = ${anyIds("$2")} order by id for update`,
);

const countStatement = defineStatement(
  "stock_count_levels",
  `select count(*) as count from inventory_levels where store_id = $1 and variant_id = ${anyIds("$2")}`,
);

// A level is opened between the two locks once in a long while.
const maxTries = 10;

/**
 * Lock variants with all their levels, so that both can be deleted: levels first, as in every change of stock. After
 * that no other transaction can open a level of them, since that takes the variant's own lock.
 * @returns the variants that exist
 */
export async function holdStock(
  tx: Transaction,
  store: Store,
  variantIds: readonly number[],
): Promise<number[]> {
  const values = [store.id, [...variantIds]];
  for (let tries = 1; tries <= maxTries; tries++) {
    await tx.query("savepoint holding_stock");
    const levels = await tx.query(lockLevelsStatement, values);
    const variants = await tx.many<{ id: number }>(lockVariantsStatement, values);
    const row = await tx.one<{ count: number }>(countStatement, values);
    if (row.count === levels.rowCount) {
      await tx.query("release savepoint holding_stock");
      return variants.map(({ id }) => id);
    }
    // Waiting for the new level with the variants locked would be the wrong order: both locks are given back.
    await tx.query("rollback to savepoint holding_stock");
  }
  return throwApiError("unavailable", { retry_after_s: 1 });
}

const quantity = (field: QuantityField) => `('${field}', gone.${field})`;

const closeStatement = defineStatement(
  "stock_close",
  `
    with gone as (
      delete from inventory_levels where store_id = $1 and variant_id = ${anyIds("$2")} returning *)
    insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change, resulting_quantity,
      reason, actor_kind, actor_id, request_id)
    select $1, greatest(clock_timestamp(), gone.updated_at + interval '1 ms'), gone.variant_id, gone.location_id, held.field,
      -held.quantity, 0, 'variant deleted', $3::text, $4::text, $5::text
    from gone cross join lateral (values ${quantityFields.map(quantity).join(", ")}) held (field, quantity)
    where held.quantity <> 0
    order by gone.variant_id, gone.location_id`,
);

/**
 * Delete the levels of variants that are about to be deleted, after they were locked. The ledger stays and ends at 0;
 * no level event is published, since the product's own topic covers it. The totals go with the variants, which the
 * caller deletes.
 */
export async function closeStock(
  tx: Transaction,
  store: Store,
  { variant_ids, cause }: { variant_ids: readonly number[]; cause: Cause },
): Promise<void> {
  const { actor, request_id } = cause;
  await tx.query(closeStatement, [store.id, [...variant_ids], actor.kind, actor.id, request_id]);
}
