import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { sentenceOf } from "@souk/database";
import { eventually, type TestDatabase, testDatabase } from "@souk/testkit";
import { closeStock, holdStock } from "./close-stock.ts";
import { ledgerTotal } from "./ledger-total.ts";
import { openStock } from "./open-stock.ts";
import { sealLedger } from "./seal-ledger.ts";
import { type StockDesk, stockDesk } from "./testing/stock-desk.ts";
import { verifyStock } from "./verify-stock.ts";

let db: TestDatabase;
let desk: StockDesk;
let other: StockDesk;

before(async () => {
  db = await testDatabase();
  desk = await stockDesk(db.database);
  other = await stockDesk(db.database, "other");
});
after(() => db.stop());

type Shop = Pick<StockDesk, "api" | "shop">;

interface Listed {
  inventory_movements: { id: number }[];
  total_count: number;
  page: number;
  next_cursor: string | null;
}

const rowsOf = async ({ shop }: Shop): Promise<number> => {
  const text = "select count(*) as n from inventory_movements where store_id = $1";
  return (await db.database.query<{ n: number }>(text, [shop.store.id])).rows[0]?.n ?? 0;
};

/** What the seal of a shop says; 0 when it has none. */
const sealedOf = async ({ shop }: Shop): Promise<number> => {
  const text = "select movements from movement_seals where store_id = $1";
  return (await db.database.query<{ movements: number }>(text, [shop.store.id])).rows[0]?.movements ?? 0;
};

const listed = ({ api, shop }: Shop, query: string): Promise<Listed> =>
  api.json<Listed>(operations.listInventoryMovements, shop.store, { query });

/** The rows there are, after page and count have said the same. */
async function told(one: Shop): Promise<number> {
  const rows = await rowsOf(one);
  const { count } = await one.api.json<{ count: number }>(operations.countInventoryMovements, one.shop.store);
  const { total_count } = await listed(one, "limit=1");
  assert.deepEqual([count, total_count], [rows, rows]);
  return rows;
}

async function yesterday(): Promise<Date> {
  const { rows } = await db.database.query<{ at: Date }>("select clock_timestamp() - interval '1 day' as at");
  return rows[0]?.at ?? assert.fail();
}

/** Moves all that was written an hour into the past, marks and seals too. */
async function letAnHourPass(): Promise<void> {
  for (const [table, column] of [
    ["inventory_movements", "created_at"],
    ["movement_seals", "until"],
    ["movement_mark", "until"],
  ])
    await db.database.query(`update ${table} set ${column} = ${column} - interval '1 hour'`);
}

/** Seals up to the mark. Other tests' transactions on the same PostgreSQL may be waited for. */
async function sealOnce(): Promise<void> {
  await eventually(() => sealLedger(db.database));
}

/** Seals up to an old mark, and then up to a new one. */
async function sealAll(): Promise<void> {
  await letAnHourPass();
  await sealOnce();
  await sealOnce();
}

const adjust = (one: StockDesk, variant: number, by = 1) =>
  one.adjust({ variant_id: variant, location_id: one.shop.primary, adjustment_quantity: by });

test("the ledgers of all stores are sealed up to a moment of the past, and what is younger is counted", async () => {
  await sealOnce();
  await sealOnce();
  assert.deepEqual([await sealedOf(desk), await sealedOf(other)], [0, 0], "nothing is old enough");
  await sealAll();
  const rows = [await told(desk), await told(other)];
  assert.ok(rows.every((n) => n > 0));
  assert.deepEqual([await sealedOf(desk), await sealedOf(other)], rows);
  const [variant = 0] = await desk.newVariants(1);
  await desk.set({ variant_id: variant, location_id: desk.shop.primary, quantity: 5 });
  await adjust(desk, variant);
  assert.deepEqual([await told(desk), await told(other)], [(rows[0] ?? 0) + 2, rows[1]]);
  assert.equal(await sealedOf(desk), rows[0]);
  await sealAll();
  assert.deepEqual([await sealedOf(desk), await sealedOf(other)], [await told(desk), rows[1]]);
  assert.deepEqual(await verifyStock(db.database, desk.shop.store.id), []);
});

test("nothing is sealed behind a transaction that has not ended, however long it takes", async () => {
  await sealAll();
  const before = await told(desk);
  const sealed = await sealedOf(desk);
  await db.database.transaction(async (tx) => {
    // As it stands an hour after a change of stock whose transaction is still open.
    await tx.query(
      `insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change, resulting_quantity,
         reason, actor_kind, actor_id, request_id)
       select store_id, clock_timestamp() - interval '1 hour', variant_id, location_id, field, 0, resulting_quantity,
         'slow', 'system', 'test', 'slow' from inventory_movements where store_id = $1 order by created_at desc limit 1`,
      [desk.shop.store.id],
    );
    const [variant = 0] = await desk.newVariants(1);
    await desk.set({ variant_id: variant, location_id: desk.shop.primary, quantity: 5 });
    // Past what the mark says, which was made before the transaction began: from here on it is made anew.
    await sealOnce();
    await db.database.query("update movement_mark set until = clock_timestamp() - interval '1 minute'");
    for (let run = 0; run < 3; run++) assert.equal(await sealLedger(db.database), false);
    assert.equal(await sealedOf(desk), sealed);
    assert.equal(await told(desk), before + 1, "the other change is counted at once");
  });
  assert.equal(await told(desk), before + 2);
  await sealOnce();
  assert.equal(await sealedOf(desk), sealed + 1, "the slow one");
  assert.equal(await told(desk), before + 2);
});

test("movements written for days gone by are counted, also while the ledger is being sealed", async () => {
  await sealAll();
  const before = await told(desk);
  const [variant_id = 0, second = 0] = await desk.newVariants(2);
  const { store, primary } = desk.shop;
  const at = await yesterday();
  const opening = (variant: number) => ({
    variant_id: variant,
    location_id: primary,
    change: 4,
    reason: "opening stock",
    at,
    actor: { kind: "system", id: "test" } as const,
    request_id: "past",
  });
  await db.database.transaction(async (tx) => {
    await openStock(tx, store.id, [opening(variant_id)]);
    await sealLedger(db.database);
    assert.equal(await told(desk), before, "nobody sees it yet");
  });
  assert.equal(await sealedOf(desk), 0);
  assert.equal(await told(desk), before + 1);
  await sealAll();
  assert.equal(await sealedOf(desk), before + 1);
  const work = Array.from({ length: 6 }, () => sealLedger(db.database));
  await Promise.all([
    ...work,
    db.database.transaction((tx) => openStock(tx, store.id, [opening(second)])),
    ...Array.from({ length: 6 }, () => sealLedger(db.database)),
  ]);
  assert.equal(await told(desk), before + 2);
  assert.deepEqual(await verifyStock(db.database, store.id), []);
});

test("the movements that close a deleted variant's stock are counted", async () => {
  const { store } = desk.shop;
  const [variant = 0] = await desk.newVariants(1);
  await desk.set({ variant_id: variant, location_id: desk.shop.primary, quantity: 5 });
  await sealAll();
  const before = await told(desk);
  await db.database.transaction(async (tx) => {
    const cause = {
      actor: { kind: "system", id: "test", scopes: new Set<string>() },
      request_id: "gone",
    } as const;
    const variant_ids = await holdStock(tx, store, [variant]);
    await closeStock(tx, store, { variant_ids, cause });
    await tx.query(
      "update products set total_quantity = total_quantity - 5 where id = (select product_id from variants where id = $1)",
      [variant],
    );
    await tx.query("delete from variants where store_id = $1 and id = $2", [store.id, variant]);
  });
  assert.equal(await told(desk), before + 1);
  await sealAll();
  assert.equal(await sealedOf(desk), before + 1);
  assert.deepEqual(await verifyStock(db.database, store.id), []);
});

test("every page of a walk says how many there are, while stock changes and is sealed", async () => {
  const [variant = 0] = await desk.newVariants(1);
  await desk.set({ variant_id: variant, location_id: desk.shop.primary, quantity: 5 });
  await sealAll();
  const before = await told(desk);
  const met = new Set<number>();
  let steps = 0;
  for (let cursor: string | null = ""; cursor !== null; steps++) {
    const page = await listed(desk, `limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`);
    assert.equal(page.total_count, before + steps);
    for (const { id } of page.inventory_movements) met.add(id);
    cursor = page.next_cursor;
    await adjust(desk, variant);
    await sealLedger(db.database);
  }
  assert.ok(steps > 3);
  assert.equal(met.size, before);
  const last = await listed(desk, "limit=3&page=99999");
  assert.deepEqual([last.total_count, last.page], [before + steps, Math.ceil((before + steps) / 3)]);
});

test("a seal that the clock has not reached any more is not believed, and forgotten by the next run", async () => {
  await sealAll();
  const rows = await told(desk);
  const wrong =
    "update movement_seals set until = clock_timestamp() + interval '1 hour', movements = movements + 7";
  await db.database.query(wrong);
  assert.equal(await told(desk), rows);
  await sealLedger(db.database);
  assert.equal(await told(desk), rows);
  assert.ok((await sealedOf(desk)) <= rows);
  await sealAll();
  assert.equal(await sealedOf(desk), rows);
});

test("a mark of another PostgreSQL, as after restoring a dump, is made anew", async () => {
  await sealAll();
  const [variant = 0] = await desk.newVariants(1);
  await desk.set({ variant_id: variant, location_id: desk.shop.primary, quantity: 5 });
  await letAnHourPass();
  await db.database.query("update movement_mark set transaction = transaction + 1000000000");
  assert.equal(await sealLedger(db.database), false);
  await sealOnce();
  assert.equal(await sealedOf(desk), await told(desk));
});

test("a seal that is not its rows is found by verifying", async () => {
  await sealAll();
  const { store } = desk.shop;
  await db.database.query("update movement_seals set movements = movements + 3 where store_id = $1", [
    store.id,
  ]);
  const rows = await rowsOf(desk);
  assert.deepEqual((await verifyStock(db.database, store.id)).map(sentenceOf), [
    `The count of sealed movements is ${rows + 3}, there are ${rows}.`,
  ]);
  await db.database.query("delete from movement_seals where store_id = $1", [store.id]);
  assert.deepEqual(await verifyStock(db.database, store.id), []);
});

test("of a long ledger only what is younger than the seal is read", async () => {
  const { store, primary } = other.shop;
  await db.database.query(
    `insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change, resulting_quantity,
       reason, actor_kind, actor_id, request_id)
     select $1, clock_timestamp(), n / 3, $2, 'reserved_inventory_quantity', 0, 0, 'long', 'system', 'test', 'long'
     from generate_series(1, 5000) n`,
    [store.id, primary],
  );
  await sealAll();
  const [variant = 0] = await other.newVariants(1);
  await other.set({ variant_id: variant, location_id: primary, quantity: 5 });
  await db.database.query("analyze inventory_movements");
  await db.database.transaction(async (tx) => {
    await tx.query("set local plan_cache_mode = force_generic_plan");
    await tx.query(`prepare total (bigint) as select ${ledgerTotal} as total`);
    const { rows } = await tx.query<{ "QUERY PLAN": string }>(
      `explain (analyze, costs off, timing off) execute total (${store.id})`,
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    const read = [...plan.matchAll(/Scan.* on inventory_movements.*actual rows=(\d+)/g)];
    assert.equal(
      read.reduce((sum, [, count]) => sum + Number(count), 0),
      1,
      plan,
    );
    assert.doesNotMatch(plan, /Rows Removed/, plan);
  });
  assert.ok((await told(other)) > 5_000);
});
