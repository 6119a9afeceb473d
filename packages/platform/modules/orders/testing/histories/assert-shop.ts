import assert from "node:assert/strict";
import { moneyOf } from "./assert-order.ts";
import { balancesOf } from "./balances.ts";
import { type History, type KnownOrder, placeOf } from "./history.ts";
import { stockOf } from "./stock.ts";

const levelsText = `
  select variant_id || ' ' || location_id as at, inventory_quantity as available, committed_inventory_quantity as committed,
    (select array[
        coalesce(sum(change) filter (where field = 'inventory_quantity'), 0),
        coalesce(sum(change) filter (where field = 'committed_inventory_quantity'), 0)]::int[]
      from inventory_movements m
      where m.store_id = l.store_id and m.variant_id = l.variant_id and m.location_id = l.location_id) as moved
  from inventory_levels l where store_id = $1`;

interface ShownLevel {
  at: string;
  available: number;
  committed: number;
  /** What its ledger comes to of both. */
  moved: number[];
}

async function assertStock(history: History): Promise<void> {
  const { rig, variants, locations } = history;
  const sums = stockOf(history);
  const { rows } = await rig.db.database.query<ShownLevel>(levelsText, [rig.shop.store.id]);
  const levels = new Map(rows.map(({ at, ...stock }) => [at, stock]));
  for (const variant of variants)
    for (const location of locations) {
      const at = placeOf(variant, location);
      const [available, committed] = [sums.available.get(at) ?? 0, sums.committed.get(at) ?? 0];
      const expected = { available, committed, moved: [available, committed] };
      const none = { available: 0, committed: 0, moved: [0, 0] };
      assert.deepEqual(levels.get(at) ?? none, expected, `stock of variant and location ${at}`);
    }
}

/** What was paid and not given back, in ten-thousandths of the shop's currency. */
function spentOf({ document }: KnownOrder): number {
  const { paid, refunded } = moneyOf(document);
  const [, decimals = ""] = document.total_paid.split(".");
  const own = ((paid - refunded) * 10_000) / 10 ** decimals.length / Number(document.exchange_rate);
  return Math.round(Number(own.toPrecision(14)));
}

async function assertCustomers(history: History): Promise<void> {
  const { rig, customers, orders } = history;
  const { rows } = await rig.db.database.query<{ id: number }>(
    `select id, round(total_credit * 100)::int as credit, total_point::int as points, order_count as orders,
       round(total_spent * 10000)::bigint as spent,
       (select array[
           coalesce(round(sum(change) filter (where balance = 'credit') * 100), 0),
           coalesce(sum(change) filter (where balance = 'point'), 0)]::int[]
         from balance_movements m where m.store_id = c.store_id and m.customer_id = c.id) as moved
     from customers c where store_id = $1 order by id`,
    [rig.shop.store.id],
  );
  const all = [...orders.values()];
  const expected = [...customers.keys()].map((id) => {
    const own = all.filter(({ document }) => document.customer_id === id);
    const { credit, points } = balancesOf(history, id);
    const spent = own.reduce((sum, order) => sum + spentOf(order), 0);
    return { id, credit, points, orders: own.length, spent, moved: [credit, points] };
  });
  assert.deepEqual(rows, expected);
}

/** Holds what the shop keeps of stock and customers, and their ledgers, against what was asked of it and answered. */
export async function assertShopAddsUp(history: History): Promise<void> {
  await assertStock(history);
  await assertCustomers(history);
}
