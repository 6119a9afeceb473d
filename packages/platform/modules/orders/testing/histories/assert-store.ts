import assert from "node:assert/strict";
import { sumMoney } from "./assert-order.ts";
import { computeBalances } from "./balances.ts";
import { type History, type TrackedOrder, toLevelKey } from "./history.ts";
import { computeStock } from "./stock.ts";

const levelsText = `
  select variant_id || ' ' || location_id as key, inventory_quantity as available, committed_inventory_quantity as committed,
    (select array[
        coalesce(sum(change) filter (where field = 'inventory_quantity'), 0),
        coalesce(sum(change) filter (where field = 'committed_inventory_quantity'), 0)]::int[]
      from inventory_movements m
      where m.store_id = l.store_id and m.variant_id = l.variant_id and m.location_id = l.location_id) as "ledgerSums"
  from inventory_levels l where store_id = $1`;

interface LevelRow {
  /** The ids of the variant and the location. */
  key: string;
  available: number;
  committed: number;
  /** The available and committed units according to the level's ledger. */
  ledgerSums: number[];
}

async function assertStock(history: History): Promise<void> {
  const { fixture, variants, locations } = history;
  const expectedStock = computeStock(history);
  const rows = await fixture.db.database.many<LevelRow>(levelsText, [fixture.seededStore.store.id]);
  const levels = new Map(rows.map(({ key, ...stock }) => [key, stock]));
  for (const variant of variants)
    for (const location of locations) {
      const key = toLevelKey(variant, location);
      const available = expectedStock.available.get(key) ?? 0;
      const committed = expectedStock.committed.get(key) ?? 0;
      const expected = { available, committed, ledgerSums: [available, committed] };
      const emptyLevel = { available: 0, committed: 0, ledgerSums: [0, 0] };
      assert.deepEqual(levels.get(key) ?? emptyLevel, expected, `stock of variant and location ${key}`);
    }
}

/** Compute the amount paid and not refunded, in ten-thousandths of a unit of the store's currency. */
function computeSpent({ document }: TrackedOrder): number {
  const { paid, refunded } = sumMoney(document);
  const [, decimals = ""] = document.total_paid.split(".");
  const spent = ((paid - refunded) * 10_000) / 10 ** decimals.length / Number(document.exchange_rate);
  // The first fourteen digits are exact. Later digits contain errors of floating-point arithmetic that could change the rounding.
  return Math.round(Number(spent.toPrecision(14)));
}

async function assertCustomers(history: History): Promise<void> {
  const { fixture, customers, orders } = history;
  const rows = await fixture.db.database.many<{ id: number }>(
    `select id, round(total_credit * 100)::int as credit, total_point::int as points, order_count as orders,
       round(total_spent * 10000)::bigint as spent,
       (select array[
           coalesce(round(sum(change) filter (where balance = 'credit') * 100), 0),
           coalesce(sum(change) filter (where balance = 'point'), 0)]::int[]
         from balance_movements m where m.store_id = c.store_id and m.customer_id = c.id) as "ledgerSums"
     from customers c where store_id = $1 order by id`,
    [fixture.seededStore.store.id],
  );
  const trackedOrders = [...orders.values()];
  const expected = [...customers.keys()].map((id) => {
    const customerOrders = trackedOrders.filter(({ document }) => document.customer_id === id);
    const { credit, points } = computeBalances(history, id);
    const spent = customerOrders.reduce((sum, order) => sum + computeSpent(order), 0);
    return { id, credit, points, orders: customerOrders.length, spent, ledgerSums: [credit, points] };
  });
  assert.deepEqual(rows, expected);
}

/** Assert that the store's stock, customers and ledgers match the history's requests and responses. */
export async function assertStoreAddsUp(history: History): Promise<void> {
  await assertStock(history);
  await assertCustomers(history);
}
