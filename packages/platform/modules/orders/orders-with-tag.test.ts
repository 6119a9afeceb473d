import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { findOrdersWithTag } from "./orders-with-tag.ts";
import { createOrdersFixture, type OrdersFixture } from "./testing/orders-fixture.ts";

let fixture: OrdersFixture;

const copies = 3_000;
const pageSize = 100;
let rare: number;
let first: number;

before(async () => {
  fixture = await createOrdersFixture();
  const line_items = [{ name: "Engraving", price: "5.00", quantity: 1 }];
  rare = (await fixture.place({ line_items, tags: ["rare"] })).id;
  first = (await fixture.place({ line_items, tags: ["vip"] })).id;
  // Every third copy has no tag.
  for (const text of [
    `insert into orders select (jsonb_populate_record(t, jsonb_build_object('id', t.id + k, 'number', t.number + k,
       'token', md5(k || '')))).* from orders t, generate_series(1, ${copies}) k where t.store_id = $1 and t.id = $2`,
    `insert into order_search select store_id, order_id + k, search_text, case when k % 3 = 0 then '{}' else facets end
     from order_search, generate_series(1, ${copies}) k where store_id = $1 and order_id = $2`,
  ])
    await fixture.db.database.query(text, [fixture.seededStore.store.id, first]);
  await fixture.db.database.query("vacuum analyze order_search");
});
after(() => fixture.stop());

// Rows fetched through an index are counted with that index.
const readText = `
  select pg_stat_get_xact_tuples_returned('order_search'::regclass) + sum(pg_stat_get_xact_tuples_fetched(r)) as n
  from (select 'order_search'::regclass::oid union all
    select indexrelid from pg_index where indrelid = 'order_search'::regclass) as t(r)`;

/** Load a page of a walk and count the rows that were read for it. */
function readPage(name: string, after: number, scanLimit: number): Promise<{ ids: number[]; read: number }> {
  return fixture.db.database.transaction(async (tx) => {
    const read = async () => Number((await tx.maybeOne<{ n: number }>(readText))?.n);
    const earlier = await read();
    const ids = await findOrdersWithTag(tx, fixture.seededStore.store, {
      name,
      after,
      max: pageSize,
      scanLimit,
    });
    return { ids, read: (await read()) - earlier };
  });
}

// Scanning only 10 orders never fills a page, so each page uses the index.
for (const scanLimit of [2 * copies, 10])
  test(`a walk finds all orders with a tag when it scans ${scanLimit} before using the index`, async () => {
    const tagged = Array.from({ length: copies }, (_, index) => index + 1).filter((k) => k % 3 !== 0);
    const found: number[] = [];
    for (let ids: number[] = [first]; ids.length > 0; ) {
      const page = await readPage("vip", found.at(-1) ?? 0, scanLimit);
      ids = page.ids.length === pageSize ? page.ids : [];
      found.push(...page.ids);
      const isWalked = scanLimit > copies && ids.length > 0;
      if (isWalked) assert.ok(page.read <= 2 * pageSize, `${page.read} orders were read for ${pageSize}`);
    }
    assert.deepEqual(
      found,
      [0, ...tagged].map((k) => first + k),
    );
  });

test("the index finds a rare or unused tag without reading other orders", async () => {
  const scanLimit = 10;
  for (const [name, ids] of [
    ["rare", [rare]],
    ["none", []],
  ] as const) {
    const page = await readPage(name, 0, scanLimit);
    assert.deepEqual(page.ids, ids);
    assert.ok(page.read <= scanLimit + 2, `${page.read} orders were read for ${ids.length}`);
  }
});
