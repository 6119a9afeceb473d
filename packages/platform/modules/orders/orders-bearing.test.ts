import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ordersBearing } from "./orders-bearing.ts";
import { type OrdersRig, ordersRig } from "./testing/orders-rig.ts";

let rig: OrdersRig;

before(async () => {
  rig = await ordersRig();
});
after(() => rig.stop());

test("orders that bear a tag are walked to the end, each part of them read by itself, where many bear it and where the index finds them", async () => {
  const line_items = [{ name: "Engraving", price: "5.00", quantity: 1 }];
  const { id: first } = await rig.place({ line_items, tags: ["vip"] });
  const { database } = rig.db;
  const { store } = rig.shop;
  const copies = 3_000;
  const most = 100;
  // Every third of them bears none.
  for (const text of [
    `insert into orders select (jsonb_populate_record(t, jsonb_build_object('id', t.id + k, 'number', t.number + k,
       'token', md5(k || '')))).* from orders t, generate_series(1, ${copies}) k where t.store_id = $1 and t.id = $2`,
    `insert into order_search select store_id, order_id + k, told, case when k % 3 = 0 then '{}' else facets end
     from order_search, generate_series(1, ${copies}) k where store_id = $1 and order_id = $2`,
  ])
    await database.query(text, [store.id, first]);
  await database.query("vacuum analyze order_search");
  const readText = `
    select pg_stat_get_xact_tuples_fetched('order_search'::regclass)
      + pg_stat_get_xact_tuples_returned('order_search'::regclass) as n`;
  const part = (after: number, stretch?: number) =>
    database.transaction(async (tx) => {
      const read = async () => Number((await tx.query<{ n: number }>(readText)).rows[0]?.n);
      const earlier = await read();
      const ids = await ordersBearing(tx, store, {
        ...{ name: "vip", after, most },
        ...(stretch === undefined ? {} : { stretch }),
      });
      return { ids, read: (await read()) - earlier };
    });
  const bearing = Array.from({ length: copies }, (_, at) => at + 1).filter((k) => k % 3 !== 0);
  // Of ten orders none brings a part to its most: the index is asked for each.
  for (const stretch of [undefined, 10]) {
    const found: number[] = [];
    for (let ids: number[] = [first]; ids.length > 0; ) {
      const next = await part(found.at(-1) ?? 0, stretch);
      ids = next.ids.length === most ? next.ids : [];
      found.push(...next.ids);
      const isWalked = stretch === undefined && ids.length > 0;
      if (isWalked) assert.ok(next.read <= 2 * most, `${next.read} orders were read for ${most}`);
    }
    assert.deepEqual(
      found,
      [0, ...bearing].map((k) => first + k),
    );
  }
  assert.deepEqual(await ordersBearing(database, store, { name: "none", after: 0, most }), []);
});
