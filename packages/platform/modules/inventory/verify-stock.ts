import type { Queryable } from "@souk/database";

/** A quantity that is not what it is the sum of. */
export interface StockDifference {
  kind: "level" | "movement" | "variant" | "product";
  /** The level's, movement's, variant's or product's id. */
  id: number;
  shown: number;
  summed: number;
}

// One statement, so that a change in between is never half seen.
const text = `
  select 'level' as kind, l.id, l.inventory_quantity as shown, coalesce(m.summed, 0)::bigint as summed
  from inventory_levels l left join (
    select variant_id, location_id, sum(change) as summed from inventory_movements
    where store_id = $1 and field = 'inventory_quantity' group by variant_id, location_id) m
    on m.variant_id = l.variant_id and m.location_id = l.location_id
  where l.store_id = $1 and l.inventory_quantity <> coalesce(m.summed, 0)
  union all
  select 'movement', m.id, m.resulting_quantity, m.summed::bigint from (
    select id, resulting_quantity,
      sum(change) over (partition by variant_id, location_id order by created_at, id) as summed
    from inventory_movements where store_id = $1 and field = 'inventory_quantity') m
  where m.resulting_quantity <> m.summed
  union all
  select 'variant', v.id, v.inventory_quantity, coalesce(l.summed, 0)::bigint
  from variants v left join (
    select variant_id, sum(inventory_quantity) as summed from inventory_levels where store_id = $1
    group by variant_id) l on l.variant_id = v.id
  where v.store_id = $1 and v.inventory_quantity <> coalesce(l.summed, 0)
  union all
  select 'product', p.id, p.total_quantity, coalesce(v.summed, 0)::bigint
  from products p left join (
    select product_id, sum(inventory_quantity) as summed from variants where store_id = $1
    group by product_id) v on v.product_id = p.id
  where p.store_id = $1 and p.total_quantity <> coalesce(v.summed, 0)
  limit 100`;

/**
 * Checks a store's stock: each level is the sum of its ledger and each movement's result the sum up to it, each variant
 * the sum of its levels (INV-2), each product the sum of its variants.
 * @returns the first 100 differences; none when all is well
 */
export async function verifyStock(run: Queryable, storeId: number): Promise<StockDifference[]> {
  const { rows } = await run.query<StockDifference>(text, [storeId]);
  return rows;
}
