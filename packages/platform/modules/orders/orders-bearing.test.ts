import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ordersBearing } from "./orders-bearing.ts";
import { type OrdersRig, ordersRig } from "./testing/orders-rig.ts";

let rig: OrdersRig;

const copies = 3_000;
const most = 100;
let rare: number;
let first: number;

before(async () => {
  rig = await ordersRig();
  const line_items = [{ name: "Engraving", price: "5.00", quantity: 1 }];
  rare = (await rig.place({ line_items, tags: ["rare"] })).id;
  first = (await rig.place({ line_items, tags: ["vip"] })).id;
  // Every third of them bears none.
  for (const text of [
    `insert into orders select (jsonb_populate_record(t, jsonb_build_object('id', t.id + k, 'number', t.number + k,
       'token', md5(k || '')))).* from orders t, generate_series(1, ${copies}) k where t.store_id = $1 and t.id = $2`,
    `insert into order_search select store_id, order_id + k, told, case when k % 3 = 0 then '{}' else facets end
     from order_search, generate_series(1, ${copies}) k where store_id = $1 and order_id = $2`,
  ])
    await rig.db.database.query(text, [rig.shop.store.id, first]);
  await rig.db.database.query("vacuum analyze order_search");
});
after(() => rig.stop());

// What an index leads to is counted with the index.
const readText = `
  select pg_stat_get_xact_tuples_returned('order_search'::regclass) + sum(pg_stat_get_xact_tuples_fetched(r)) as n
  from (select 'order_search'::regclass::oid union all
    select indexrelid from pg_index where indrelid = 'order_search'::regclass) as t(r)`;

/** Reads a part of a walk, and how many orders were read for it. */
function part(name: string, after: number, stretch: number): Promise<{ ids: number[]; read: number }> {
  return rig.db.database.transaction(async (tx) => {
    const read = async () => Number((await tx.query<{ n: number }>(readText)).rows[0]?.n);
    const earlier = await read();
    const ids = await ordersBearing(tx, rig.shop.store, { name, after, most, stretch });
    return { ids, read: (await read()) - earlier };
  });
}

// Of ten orders none brings a part to its most: the index is asked for each.
for (const stretch of [2 * copies, 10])
  test(`orders that bear a tag are walked to the end where ${stretch} are looked at one after the other`, async () => {
    const bearing = Array.from({ length: copies }, (_, at) => at + 1).filter((k) => k % 3 !== 0);
    const found: number[] = [];
    for (let ids: number[] = [first]; ids.length > 0; ) {
      const next = await part("vip", found.at(-1) ?? 0, stretch);
      ids = next.ids.length === most ? next.ids : [];
      found.push(...next.ids);
      const isWalked = stretch > copies && ids.length > 0;
      if (isWalked) assert.ok(next.read <= 2 * most, `${next.read} orders were read for ${most}`);
    }
    assert.deepEqual(
      found,
      [0, ...bearing].map((k) => first + k),
    );
  });

test("where few orders bear a tag, or none, the index finds them, and no other is read behind those that are looked at", async () => {
  const stretch = 10;
  for (const [name, ids] of [
    ["rare", [rare]],
    ["none", []],
  ] as const) {
    const next = await part(name, 0, stretch);
    assert.deepEqual(next.ids, ids);
    assert.ok(next.read <= stretch + 2, `${next.read} orders were read for ${ids.length}`);
  }
});
