import type { Queryable } from "@souk/database";
import type { PlacedAdjustment } from "./place-all.ts";

/** A change of stock as the ledger has it. */
export interface Movement {
  reference: string;
  variant_id: number;
  location_id: number;
  change: number;
  resulting_quantity: number;
  created_at: Date;
}

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

/** Find where the ledger disagrees with the clients' responses: each key counts once, a rejection never. */
export function findLedgerErrors(
  placed: readonly PlacedAdjustment[],
  movements: readonly Movement[],
): string[] {
  const byReference = Map.groupBy(movements, ({ reference }) => reference);
  const errors = placed.flatMap(({ adjustment, known }) => {
    const { reference, change } = adjustment;
    const found = byReference.get(reference) ?? [];
    byReference.delete(reference);
    const most = known.is === "refused" ? 0 : 1;
    const least = known.is === "done" ? 1 : 0;
    if (found.length < least) return [`LOST: ${reference} was acknowledged and is not in the ledger`];
    if (found.length > most)
      return [`${reference} is ${known.is} and stands ${found.length} times in the ledger`];
    const [movement] = found;
    if (movement && movement.change !== change)
      return [`${reference} moved ${movement.change}, not ${change}`];
    if (known.is === "done" && movement?.resulting_quantity !== known.answer.inventory_quantity)
      return [
        `${reference} was answered ${known.answer.inventory_quantity}, the ledger has ${movement?.resulting_quantity}`,
      ];
    return [];
  });
  return [...errors, ...[...byReference.keys()].map((reference) => `${reference} was never asked for`)];
}

/** Find quantities that are not their sums: level of ledger, variant of levels, product of variants. */
export async function findSumErrors(db: Queryable, storeId: number): Promise<string[]> {
  const rows = await db.many<{ fault: string }>(
    `with ledger as (
       select variant_id, location_id, sum(change) as total from inventory_movements
       where store_id = $1 and field = 'inventory_quantity' group by variant_id, location_id)
     select format('level %s of variant %s: %s, its ledger %s', l.id, l.variant_id, l.inventory_quantity, coalesce(total, 0)) as fault
     from inventory_levels l left join ledger using (variant_id, location_id)
     where l.store_id = $1 and l.inventory_quantity <> coalesce(total, 0)
     union all
     select format('variant %s: %s, its levels %s', v.id, v.inventory_quantity, s.total)
     from variants v cross join lateral (
       select coalesce(sum(inventory_quantity), 0) as total from inventory_levels l where l.store_id = $1 and l.variant_id = v.id) s
     where v.store_id = $1 and v.inventory_quantity <> s.total
     union all
     select format('product %s: %s, its variants %s', p.id, p.total_quantity, s.total)
     from products p cross join lateral (
       select coalesce(sum(inventory_quantity), 0) as total from variants v where v.store_id = $1 and v.product_id = p.id) s
     where p.store_id = $1 and p.total_quantity <> s.total`,
    [storeId],
  );
  return rows.map(({ fault }) => fault);
}
