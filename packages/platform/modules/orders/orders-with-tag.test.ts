import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { findOrdersWithTag } from "./orders-with-tag.ts";
import { createOrdersFixture, type OrdersFixture } from "./testing/orders-fixture.ts";

let fixture: OrdersFixture;

const copyCount = 3_000;
const pageSize = 100;
let rareOrderId: number;
let firstOrderId: number;

before(async () => {
  fixture = await createOrdersFixture();
  const line_items = [{ name: "Engraving", price: "5.00", quantity: 1 }];
  rareOrderId = (await fixture.placeOrder({ line_items, tags: ["rare"] })).id;
  firstOrderId = (await fixture.placeOrder({ line_items, tags: ["vip"] })).id;
  // Every third copy has no tag.
  for (const text of [
    `insert into orders select (jsonb_populate_record(t, jsonb_build_object('id', t.id + k, 'number', t.number + k,
       'token', md5(k || '')))).* from orders t, generate_series(1, ${copyCount}) k where t.store_id = $1 and t.id = $2`,
    `insert into order_search select store_id, order_id + k, search_text, case when k % 3 = 0 then '{}' else facets end
     from order_search, generate_series(1, ${copyCount}) k where store_id = $1 and order_id = $2`,
  ])
    await fixture.db.database.query(text, [fixture.seededStore.store.id, firstOrderId]);
  await fixture.db.database.query("vacuum analyze order_search");
});
after(() => fixture.stop());

// Rows fetched through an index are counted with that index.
const rowsReadText = `
  select pg_stat_get_xact_tuples_returned('order_search'::regclass) + sum(pg_stat_get_xact_tuples_fetched(r)) as n
  from (select 'order_search'::regclass::oid union all
    select indexrelid from pg_index where indrelid = 'order_search'::regclass) as t(r)`;

/** Load a page of orders with a tag and count the rows that were read for it. */
function readPage(
  tag: string,
  afterId: number,
  scanLimit: number,
): Promise<{ ids: number[]; rowsRead: number }> {
  return fixture.db.database.transaction(async (tx) => {
    const countRowsRead = async () => Number((await tx.maybeOne<{ n: number }>(rowsReadText))?.n);
    const rowsReadBefore = await countRowsRead();
    const ids = await findOrdersWithTag(tx, fixture.seededStore.store, {
      name: tag,
      after: afterId,
      max: pageSize,
      scanLimit,
    });
    return { ids, rowsRead: (await countRowsRead()) - rowsReadBefore };
  });
}

// Scanning only 10 orders never fills a page, so each page uses the index.
for (const scanLimit of [2 * copyCount, 10])
  test(`paging with a scan limit of ${scanLimit} finds all orders with a tag`, async () => {
    const taggedOffsets = Array.from({ length: copyCount }, (_, index) => index + 1).filter(
      (k) => k % 3 !== 0,
    );
    const foundIds: number[] = [];
    let isLastPage = false;
    while (!isLastPage) {
      const { ids, rowsRead } = await readPage("vip", foundIds.at(-1) ?? 0, scanLimit);
      foundIds.push(...ids);
      isLastPage = ids.length < pageSize;
      const usesScan = scanLimit > copyCount && !isLastPage;
      if (usesScan) assert.ok(rowsRead <= 2 * pageSize, `${rowsRead} orders were read for ${pageSize}`);
    }
    assert.deepEqual(
      foundIds,
      [0, ...taggedOffsets].map((k) => firstOrderId + k),
    );
  });

test("for a rare or unused tag, only the scanned orders and the orders with the tag are read", async () => {
  const scanLimit = 10;
  for (const [tag, ids] of [
    ["rare", [rareOrderId]],
    ["none", []],
  ] as const) {
    const page = await readPage(tag, 0, scanLimit);
    assert.deepEqual(page.ids, ids);
    assert.ok(page.rowsRead <= scanLimit + 2, `${page.rowsRead} orders were read for ${ids.length}`);
  }
});
