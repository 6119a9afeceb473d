import { laterThan, type Queryable } from "@souk/database";

/** A quantity that a new variant begins with at a location. */
export interface OpeningStock {
  variant_id: number;
  location_id: number;
  quantity: number;
}

const text = `
  with level as (
    insert into inventory_levels (store_id, variant_id, location_id, inventory_quantity)
    select $1, variant_id, location_id, quantity
    from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as opening (variant_id, location_id, quantity)
    order by variant_id, location_id
    returning variant_id, location_id, inventory_quantity, updated_at),
  movement as (
    insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change, resulting_quantity,
      reason, actor_kind, actor_id, request_id)
    select $1, updated_at, variant_id, location_id, 'inventory_quantity', inventory_quantity, inventory_quantity,
      'opening stock', 'system', $5, $5
    from level where inventory_quantity <> 0),
  variant as (
    update variants v set inventory_quantity = v.inventory_quantity + opened.change, updated_at = ${laterThan("v.updated_at")}
    from (select variant_id, sum(inventory_quantity)::bigint as change from level group by variant_id) opened
    where v.store_id = $1 and v.id = opened.variant_id
    returning v.product_id, opened.change)
  update products p set total_quantity = p.total_quantity + opened.change, version = p.version + 1
  from (select product_id, sum(change)::bigint as change from variant group by product_id) opened
  where p.store_id = $1 and p.id = opened.product_id`;

/**
 * Gives variants that nobody has seen yet their first levels, with the ledger but without telling anybody.
 * @param by the job that does it, for the ledger
 */
export async function openStock(
  tx: Queryable,
  storeId: number,
  { levels, by }: { levels: readonly OpeningStock[]; by: string },
): Promise<void> {
  await tx.query(text, [
    storeId,
    levels.map(({ variant_id }) => variant_id),
    levels.map(({ location_id }) => location_id),
    levels.map(({ quantity }) => quantity),
    by,
  ]);
}
