import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, startRecordingReceiver, startTestPlatform, type TestPlatform } from "@souk/testkit";
import sharp from "sharp";
import { createStoreApi, type StoreApi } from "../../http/testing/store-api.ts";
import { verifyStock } from "../inventory/index.ts";
import { createImportFixture, type ImportFixture } from "./testing/import-fixture.ts";

let testPlatform: TestPlatform;
let api: StoreApi;
let fixture: ImportFixture;

before(async () => {
  testPlatform = await startTestPlatform();
  api = await createStoreApi(testPlatform);
  fixture = createImportFixture(api);
});

after(() => testPlatform.stop());

/** Build a file of products with two variants each: the first variant has this price, and the second costs 1 more. */
async function buildFile(count: number, price: number): Promise<string> {
  const [mainCode, secondCode] = await fixture.loadLocationCodes();
  const rows = Array.from({ length: count }, (_, index) =>
    [
      `p-${index},Product ${index},Size,S,${price},${index % 7},1`,
      `p-${index},,,M,${price + 1},,${index % 5}`,
    ].join("\n"),
  );
  return `handle,title,option1_name,option1_value,price,stock: ${mainCode},stock: ${secondCode}\n${rows.join("\n")}\n`;
}

/** Release the lease of an import's job, as if its process had been killed and the lease had expired. */
async function releaseLease(id: number): Promise<void> {
  await testPlatform.database.query(
    `update long_jobs set owner = 'another', epoch = epoch + 1, leased_until = null
     where store_id = $1 and record_id = $2`,
    [api.store.id, id],
  );
}

test("2,000 products are each imported once, even if a process loses the job's lease", async () => {
  const count = 2_000;
  const { id } = await fixture.upload(await buildFile(count, 10));
  const otherPlatform = await startTestPlatform({
    testDatabase: testPlatform.testDatabase,
    config: { dataDir: testPlatform.config.dataDir },
  });
  const rowCounts: number[] = [];
  const interruptRepeatedly = async (): Promise<void> => {
    for (let interruptions = 0; interruptions < 4; ) {
      const { row_count, status } = await fixture.loadImport(id);
      if (status !== "checking" && status !== "running") return;
      if (row_count > (rowCounts.at(-1) ?? 0)) {
        rowCounts.push(row_count);
        await releaseLease(id);
        interruptions++;
      }
    }
  };
  await interruptRepeatedly();
  const checkedImport = await fixture.waitUntilSettled(id);
  const counts = { records: count, created: count, updated: 0, unchanged: 0, failed: 0, errors: 0 };
  assert.deepEqual([checkedImport.check, checkedImport.row_count], [counts, 2 * count]);
  await fixture.confirm(id);
  await interruptRepeatedly();
  const doneImport = await fixture.waitUntilSettled(id);
  assert.deepEqual([doneImport.status, doneImport.result], ["done", counts]);
  assert.ok(rowCounts.length >= 4, rowCounts.join());
  await otherPlatform.stop();
  const text = `select count(*)::int as products, count(distinct handle)::int as handles,
      sum(total_quantity)::int as stock from products where store_id = $1 and handle like 'p-%'`;
  const rows = await testPlatform.database.many<Record<string, number>>(text, [api.store.id]);
  const stock = Array.from({ length: count }, (_, index) => (index % 7) + 1 + (index % 5)).reduce(
    (sum, n) => sum + n,
    0,
  );
  assert.deepEqual(rows, [{ products: count, handles: count, stock }]);
  const eventCountText = `select (select count(*) from event_inbox where store_id = $1 and topic = 'product/create')
    + (select count(*) from events where store_id = $1 and topic = 'product/create') as n`;
  assert.deepEqual(await testPlatform.database.many(eventCountText, [api.store.id]), [{ n: count }]);
  assert.deepEqual(await verifyStock(testPlatform.database, api.store.id), []);
});

test("a running import stops when it is canceled", async () => {
  const { id } = await fixture.checkFile(await buildFile(2_000, 20));
  await fixture.confirm(id);
  await eventually(async () => (await fixture.loadImport(id)).row_count > 0);
  assert.equal((await api.call("POST", `/4.0/imports/${id}/cancel.json`)).status, 200);
  const { row_count, result, status } = await fixture.loadImport(id);
  assert.equal(status, "cancelled");
  assert.ok(row_count < 4_000 && (result?.updated ?? 0) < 2_000, JSON.stringify(result));
  const recordsText = "select 1 from import_records where store_id = $1 and import_id = $2";
  assert.equal((await testPlatform.database.query(recordsText, [api.store.id, id])).rowCount, 0);
  const text = "select count(*)::int as n from variants where store_id = $1 and price in (20, 21)";
  const countPricedVariants = async () =>
    (await testPlatform.database.one<{ n: number }>(text, [api.store.id])).n;
  const countBefore = await countPricedVariants();
  // While another import runs until it is done, the canceled import changes no more variants.
  await fixture.importFile("handle,title\nanother,Another\n");
  assert.equal(await countPricedVariants(), countBefore);
});

test("all errors of an import are counted, but only the first 10,000 are stored", async () => {
  const rows = Array.from({ length: 10_050 }, (_, index) => `bad-${index},Bad,x`);
  const report = await fixture.checkFile(`handle,title,price\n${rows.join("\n")}\n`);
  assert.deepEqual([report.check?.failed, report.check?.errors], [10_050, 10_050]);
  const count = await api.call("GET", `/4.0/imports/${report.id}/errors/count.json`);
  assert.deepEqual(count.json(), { count: 10_000 });
  assert.equal((await fixture.listErrors(report))[0]?.row, 2);
});

test("an import fetches each image once and reports a missing image with its row", async () => {
  const imageServer = await startRecordingReceiver();
  const body = await sharp({ create: { width: 20, height: 10, channels: 3, background: "#c86432" } })
    .png()
    .toBuffer();
  imageServer.respondWith(({ path }) => (path === "/20x10.png" ? { status: 200, body } : { status: 404 }));
  const file = `handle,title,image_urls\npictured,Pictured,${imageServer.url}/20x10.png ${imageServer.url}/none.png\n`;
  const { result, id } = await fixture.importFile(file);
  assert.deepEqual([result?.created, result?.failed, result?.errors], [1, 0, 1]);
  const [error] = await fixture.listErrors({ id });
  assert.deepEqual([error?.row, error?.path, error?.key], [2, "image_urls", "pictured"]);
  assert.match(error?.message ?? "", /none\.png" could not be fetched/);
  const [image] = (await fixture.loadProduct("pictured")).images;
  assert.deepEqual([image?.width, image?.height], [20, 10]);
  assert.equal((await testPlatform.request(image?.url ?? "")).status, 200);
  await fixture.importFile(file);
  assert.equal((await fixture.loadProduct("pictured")).images.length, 1);
  const fileWithKnownImages = `handle,image_urls\npictured,${image?.url} ${imageServer.url}/20x10.png\n`;
  assert.equal((await fixture.checkFile(fileWithKnownImages)).check?.unchanged, 1);
  await imageServer.stop();
});
