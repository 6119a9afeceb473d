import type { Queryable } from "@souk/database";
import type { AdjustmentResult } from "./client-tasks.ts";

/** A stock movement of the ledger. */
export interface Movement {
  reference: string;
  variant_id: number;
  location_id: number;
  change: number;
  resulting_quantity: number;
  created_at: Date;
}

/** Load the movements of the available quantity that proofs have caused. */
export async function loadMovements(db: Queryable, storeId: number): Promise<Movement[]> {
  const rows = await db.many<Movement>(
    `select reference, variant_id, location_id, change, resulting_quantity, created_at from inventory_movements m
     where store_id = $1 and field = 'inventory_quantity' and (reference like 'proof %' or exists (
       select from orders o where o.store_id = $1 and o.id = m.order_id and o.source_identifier like 'proof %'))
     order by created_at, id`,
    [storeId],
  );
  return rows;
}

/** Find differences between the ledger and the responses. A request may have at most one movement, a rejected request none. */
export function findLedgerErrors(
  results: readonly AdjustmentResult[],
  movements: readonly Movement[],
): string[] {
  const movementsByReference = Map.groupBy(movements, ({ reference }) => reference);
  const errors = results.flatMap(({ adjustment, result }) => {
    const { reference, change } = adjustment;
    const matches = movementsByReference.get(reference) ?? [];
    movementsByReference.delete(reference);
    const maxCount = result.status === "rejected" ? 0 : 1;
    const minCount = result.status === "acknowledged" ? 1 : 0;
    if (matches.length < minCount) return [`LOST: ${reference} was acknowledged but is not in the ledger`];
    if (matches.length > maxCount)
      return [`${reference} is ${result.status} but is in the ledger ${matches.length} times`];
    const [movement] = matches;
    if (movement && movement.change !== change)
      return [`${reference} changed the stock by ${movement.change}, not ${change}`];
    if (result.status === "acknowledged" && movement?.resulting_quantity !== result.record.inventory_quantity)
      return [
        `the response to ${reference} has the quantity ${result.record.inventory_quantity}, the ledger has ${movement?.resulting_quantity}`,
      ];
    return [];
  });
  return [...errors, ...[...movementsByReference.keys()].map((reference) => `no client sent ${reference}`)];
}

/**
 * Find stock levels that differ from the sum of their movements, variants whose stock differs from the sum of their levels, and
 * products whose stock differs from the sum of their variants.
 */
export async function findSumErrors(db: Queryable, storeId: number): Promise<string[]> {
  const rows = await db.many<{ error: string }>(
    `with ledger as (
       select variant_id, location_id, sum(change) as total from inventory_movements
       where store_id = $1 and field = 'inventory_quantity' group by variant_id, location_id)
     select format('level %s of variant %s has %s units, its ledger %s',
         l.id, l.variant_id, l.inventory_quantity, coalesce(total, 0)) as error
     from inventory_levels l left join ledger using (variant_id, location_id)
     where l.store_id = $1 and l.inventory_quantity <> coalesce(total, 0)
     union all
     select format('variant %s has %s units, its levels %s', v.id, v.inventory_quantity, s.total)
     from variants v cross join lateral (
       select coalesce(sum(inventory_quantity), 0) as total from inventory_levels l where l.store_id = $1 and l.variant_id = v.id) s
     where v.store_id = $1 and v.inventory_quantity <> s.total
     union all
     select format('product %s has %s units, its variants %s', p.id, p.total_quantity, s.total)
     from products p cross join lateral (
       select coalesce(sum(inventory_quantity), 0) as total from variants v where v.store_id = $1 and v.product_id = p.id) s
     where p.store_id = $1 and p.total_quantity <> s.total`,
    [storeId],
  );
  return rows.map(({ error }) => error);
}
