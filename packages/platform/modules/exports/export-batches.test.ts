import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ExportedResource } from "@souk/contract";
import { seedCatalog, seedOrders, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { createStoreApi } from "../../http/testing/store-api.ts";
import type { WalkPosition } from "../../infrastructure/listing/record-walk.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { createProductSnapshots } from "../catalog/index.ts";
import { createOrderSnapshots } from "../orders/index.ts";
import { findStoreById } from "../stores/index.ts";
import { createExportSources, type ExportSources } from "./export-sources.ts";

const maxBytes = 1_048_576;
const largeBytes = 200_000;

let testPlatform: TestPlatform;
let store: Store;
let sources: ExportSources;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  const { database, addresses } = testPlatform;
  const { id } = (await createStoreApi(testPlatform)).store;
  store = (await findStoreById(database, id, addresses)) ?? assert.fail();
  sources = createExportSources({
    products: createProductSnapshots(database, addresses.filesOrigin),
    orders: createOrderSnapshots(database, addresses.filesOrigin),
  });
});
after(() => testPlatform.stop());

/** Read all records of a resource, and return the number of records and of bytes of each batch. */
async function readBatches(resource: ExportedResource) {
  const { database } = testPlatform;
  const walk = sources[resource].createWalk({ hasAttributes: false });
  const scope = { store, filters: {} };
  const { end, total } = await walk.measure(database, scope);
  const batches: { count: number; bytes: number }[] = [];
  const ids: number[] = [];
  let after: WalkPosition | null = null;
  while (end !== null) {
    const { texts, last } = await walk.next(database, scope, { after, end, limit: 1_000, maxBytes });
    batches.push({ count: texts.length, bytes: Buffer.byteLength(texts.join("")) });
    ids.push(...texts.map((text) => (JSON.parse(text) as { id: number }).id));
    if (last === null) break;
    after = last;
  }
  assert.equal(new Set(ids).size, total);
  assert.equal(ids.length, total);
  return batches;
}

/** Assert that many small records share a batch, and that no batch exceeds `maxBytes` by more than about one large record. */
function assertBounded(batches: readonly { count: number; bytes: number }[]): void {
  const sizes = JSON.stringify(batches);
  assert.ok((batches[0]?.count ?? 0) > 50, sizes);
  assert.ok(batches.length > 3 && batches.length < 20, sizes);
  for (const { bytes } of batches) assert.ok(bytes < maxBytes + 1.2 * largeBytes, sizes);
}

test("an export reads small customers followed by large ones in batches of about 1 MiB", async () => {
  await testPlatform.database.query(
    `insert into customers (store_id, first_name, note)
     select $1, 'Customer ' || n, repeat('x', case when n > 80 then ${largeBytes} else 1 end) from generate_series(1, 100) n`,
    [store.id],
  );
  assertBounded(await readBatches("customers"));
});

test("an export reads products in batches of about 1 MiB, with or without stored snapshots", async () => {
  const { database, addresses } = testPlatform;
  await seedCatalog(database, store.id, 100);
  await database.query(
    `update products set version = version + 1, body_html = repeat('x', ${largeBytes}) where store_id = $1
     and id > (select id from products where store_id = $1 order by id offset 80 limit 1)`,
    [store.id],
  );
  assertBounded(await readBatches("products"));
  const snapshots = createProductSnapshots(database, addresses.filesOrigin);
  const rows = await database.many<{ id: number }>("select id from products where store_id = $1", [store.id]);
  await Promise.all(rows.map(({ id }) => snapshots.loadOne(store, id)));
  assertBounded(await readBatches("products"));
});

test("an export reads orders in batches of about 1 MiB", async () => {
  const { database, addresses } = testPlatform;
  const ids = await seedOrders(database, store.id, 100);
  await database.query(
    `insert into order_documents (store_id, order_id, stamp, body)
     select store_id, id, version || $2::text,
       json_build_object('id', id, 'text', repeat('x', case when id > $3 then ${largeBytes} else 1 end))::text
     from orders where store_id = $1`,
    [store.id, createOrderSnapshots(database, addresses.filesOrigin).getStampSuffix(store), ids[79]],
  );
  assertBounded(await readBatches("orders"));
});
