import { type QuantityField, quantityFields, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { anyOf } from "../../listing/any-of.ts";
import type { Cause } from "../../routing/actor.ts";
import type { Store } from "../../routing/call.ts";

const lockLevelsStatement = {
  name: "stock_hold_levels",
  text: `
    select 1 from inventory_levels where store_id = $1 and variant_id = ${anyOf("$2")}
    order by variant_id, location_id for update`,
};

const lockVariantsStatement = {
  name: "stock_hold_variants",
  text: `select id from variants where store_id = $1 and id = ${anyOf("$2")} order by id for update`,
};

const countStatement = {
  name: "stock_count_levels",
  text: `select count(*) as count from inventory_levels where store_id = $1 and variant_id = ${anyOf("$2")}`,
};

// A level is opened between the two locks once in a long while.
const mostTries = 10;

/**
 * Locks variants with all their levels, so that both can be deleted: levels first, as every change of stock does. From then
 * on nobody opens another level of them, for that takes the variant's own lock.
 * @returns the variants that are there
 */
export async function holdStock(
  tx: Transaction,
  store: Store,
  variantIds: readonly number[],
): Promise<number[]> {
  const values = [store.id, [...variantIds]];
  for (let tries = 1; tries <= mostTries; tries++) {
    await tx.query("savepoint holding_stock");
    const levels = await tx.query(lockLevelsStatement, values);
    const variants = await tx.query<{ id: number }>(lockVariantsStatement, values);
    const { rows } = await tx.query<{ count: number }>(countStatement, values);
    if (rows[0]?.count === levels.rowCount) {
      await tx.query("release savepoint holding_stock");
      return variants.rows.map(({ id }) => id);
    }
    // Waiting for the new level with the variants locked would be the wrong order: both locks are given back.
    await tx.query("rollback to savepoint holding_stock");
  }
  return refuse("unavailable", { retry_after_s: 1 });
}

const quantity = (field: QuantityField) => `('${field}', gone.${field})`;

const closeStatement = {
  name: "stock_close",
  text: `
    with gone as (
      delete from inventory_levels where store_id = $1 and variant_id = ${anyOf("$2")} returning *)
    insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change, resulting_quantity,
      reason, actor_kind, actor_id, request_id)
    select $1, greatest(clock_timestamp(), gone.updated_at + interval '1 ms'), gone.variant_id, gone.location_id, held.field,
      -held.quantity, 0, 'variant deleted', $3::text, $4::text, $5::text
    from gone cross join lateral (values ${quantityFields.map(quantity).join(", ")}) held (field, quantity)
    where held.quantity <> 0
    order by gone.variant_id, gone.location_id`,
};

/**
 * Takes away the levels of variants that are about to be deleted, after `holdStock`. The ledger stays and ends at 0; nobody
 * is told, for the product's own topic says it. The totals go with the variants, which the caller deletes.
 */
export async function closeStock(
  tx: Transaction,
  store: Store,
  { variant_ids, cause }: { variant_ids: readonly number[]; cause: Cause },
): Promise<void> {
  const { actor, request_id } = cause;
  await tx.query(closeStatement, [store.id, [...variant_ids], actor.kind, actor.id, request_id]);
}
