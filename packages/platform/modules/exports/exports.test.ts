import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { seedCatalog, seedStore, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { Check } from "typebox/value";
import { createStoreApi, defaultScopes, readError, type StoreApi } from "../../http/testing/store-api.ts";
import {
  createExportFixture,
  downloadFile,
  downloadLines,
  type Export,
  type ExportFixture,
} from "./testing/export-fixture.ts";

let testPlatform: TestPlatform;
let api: StoreApi;
let fixture: ExportFixture;

before(async () => {
  testPlatform = await startTestPlatform();
  api = await createStoreApi(testPlatform, { scopes: [...defaultScopes, "read_orders", "write_orders"] });
  fixture = createExportFixture(api);
  await seedCatalog(testPlatform.database, api.store.id, 250);
});

after(() => testPlatform.stop());

/** Request an export that is rejected, and return the response's status and error. */
async function getError(body: object, caller = api) {
  const response = await caller.call("POST", "/4.0/exports.json", { json: { export: body } });
  return { status: response.status, ...readError(response) };
}

test("each line of an export is a record's JSON exactly as the API returns it, sorted by id", async () => {
  const lines = await downloadLines(testPlatform, await fixture.createAndWait({ resource: "products" }));
  // `createStoreApi` has created three more products.
  assert.equal(lines.length, 253);
  const ids = lines.map((line) => (JSON.parse(line) as { id: number }).id);
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  );
  for (const line of [lines[0], lines[252]]) {
    const { id } = JSON.parse(line ?? "") as { id: number };
    assert.equal((await api.call("GET", `/3.0/products/${id}.json`)).text, `{"product":${line}}`);
  }
});

test("without filters, all inventory levels and movements of the store are exported", async () => {
  const { database } = testPlatform;
  const { location_id, variant_id } = api.level;
  const adjustment = { variant_id, location_id, adjustment_quantity: 3, reason: "a count" };
  assert.equal(
    (await api.call("PUT", "/4.0/inventory_levels/adjust.json", { json: adjustment })).status,
    200,
  );
  for (const table of ["inventory_levels", "inventory_movements"]) {
    const lines = await downloadLines(testPlatform, await fixture.createAndWait({ resource: table }));
    const text = `select count(*)::int as n from ${table} where store_id = $1`;
    const row = await database.one<{ n: number }>(text, [api.store.id]);
    assert.ok(lines.length > 200, table);
    assert.equal(lines.length, row.n, table);
    const record = JSON.parse(lines[0] ?? "") as { id: number };
    const listPath = `/4.0/${table}.json?ids=${record.id}&location_ids=${api.store.locations.map(({ id }) => id)}`;
    assert.deepEqual((await api.call("GET", listPath)).json<Record<string, object[]>>()[table], [record]);
  }
});

test("an export of orders has the same JSON and the same filters as the list of orders", async () => {
  const json = { line_items: [{ name: "A tray", price: "5.00", quantity: 1 }] };
  for (const source_name of ["market", "market", "other"])
    assert.equal(
      (await api.call("POST", "/3.0/orders.json", { json: { ...json, source_name } })).status,
      200,
    );
  const lines = await downloadLines(
    testPlatform,
    await fixture.createAndWait({ resource: "orders", filters: { source_name: "market" } }),
  );
  const list = await api.call("GET", "/3.0/orders.json?source_name=market&sort=id.asc");
  const { orders } = list.json<{ orders: object[] }>();
  assert.equal(orders.length, 2);
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    orders,
  );
});

test("an export's filters match the same records as the list's filters", async () => {
  const response = await api.call("GET", "/3.0/products.json?limit=250&sort=id.asc");
  const products = response.json<{ products: { id: number; handle: string }[] }>().products;
  const [first, second] = products;
  const ids = [first?.id ?? 0, second?.id ?? 0];
  assert.equal((await fixture.createAndWait({ resource: "products", filters: { ids } })).row_count, 2);
  assert.equal(
    (await fixture.createAndWait({ resource: "products", filters: { ids: ids.join(",") } })).row_count,
    2,
  );
  const handle = first?.handle ?? "";
  assert.equal(
    (await fixture.createAndWait({ resource: "products", filters: { handle, visibility: "published" } }))
      .row_count,
    1,
  );
  const emptyExport = await fixture.createAndWait({
    resource: "products",
    filters: { updated_at_min: "2090-01-01" },
  });
  assert.equal(await downloadFile(testPlatform, emptyExport), "");
  assert.deepEqual([emptyExport.row_count, emptyExport.size, emptyExport.progress], [0, 0, 100]);
  const { variant_id, location_id } = api.level;
  const filters = { variant_ids: [variant_id], location_ids: location_id };
  assert.equal((await fixture.createAndWait({ resource: "inventory_levels", filters })).row_count, 1);
  assert.ok((await fixture.createAndWait({ resource: "inventory_movements", filters })).row_count >= 1);
});

test("an export with an unknown or invalid filter is rejected with an error for that filter", async () => {
  const invalidFilters: [object, string][] = [
    [{ color: "red" }, "filters.color"],
    [{ page: 2 }, "filters.page"],
    [{ fields: "id" }, "filters.fields"],
    [{ visibility: "hidden" }, "filters.visibility"],
    [{ ids: "a,b" }, "filters.ids"],
    [{ ids: { a: 1 } }, "filters.ids"],
    [{ ids: [[1]] }, "filters.ids"],
    [{ query: null }, "filters.query"],
    [{ query: "a\u0000b" }, "filters.query"],
    [{ query: "x".repeat(9_000) }, "filters.query"],
    [{ updated_at_min: "yesterday" }, "filters.updated_at_min"],
    [{ toString: "x" }, "filters.toString"],
  ];
  for (const [filters, path] of invalidFilters) {
    const { status, code, fields } = await getError({ resource: "products", filters });
    assert.deepEqual([status, code, fields?.[0]?.path], [422, "invalid", path]);
  }
  const twoErrors = await getError({ resource: "inventory_levels", filters: { variant_ids: "x", sku: "y" } });
  assert.deepEqual(twoErrors.fields?.map(({ path }) => path).sort(), ["filters.sku", "filters.variant_ids"]);
  assert.equal((await getError({ resource: "baskets" })).fields?.[0]?.path, "resource");
  assert.equal((await getError({ resource: "products", filters: [] })).fields?.[0]?.path, "filters");
  const csvError = await getError({ resource: "inventory_levels", format: "csv" });
  assert.deepEqual([csvError.status, csvError.fields?.[0]?.path], [422, "format"]);
});

test("creating or listing an export requires the read scope of its resource", async () => {
  const store = api.store;
  const customApp = await store.owner.browser.call("POST", `${store.host_url}/api/console/custom_apps.json`, {
    name: "Bare",
    scopes: ["read_store"],
  });
  const token = customApp.json<{ custom_app: { access_token: string } }>().custom_app.access_token;
  const call = (method: string, path: string, json?: object) =>
    testPlatform.request(`${store.origin}/api${path}`, { method, token, ...(json ? { json } : {}) });
  const createResponse = await call("POST", "/4.0/exports.json", { resource: "products" });
  assert.deepEqual([createResponse.status, readError(createResponse).required_scope], [403, "read_products"]);
  const list = (await call("GET", "/4.0/exports.json")).json<{ exports: object[]; total_count: number }>();
  assert.deepEqual([list.exports, list.total_count], [[], 0]);
});

test("an app sees only its own exports, and members see the exports of all members", async () => {
  const appExport = await fixture.createExport({ resource: "products" });
  const { owner, host_url } = api.store;
  const memberResponse = await owner.browser.call("POST", `${host_url}/api/4.0/exports.json`, {
    resource: "products",
  });
  assert.equal(memberResponse.status, 200, memberResponse.text);
  const memberExportId = memberResponse.json<{ export: Export }>().export.id;
  const readExportIds = async (response: Promise<{ json<T>(): T }>) =>
    (await response).json<{ exports: { id: number }[] }>().exports.map(({ id }) => id);
  const memberExportIds = await readExportIds(
    owner.browser.call("GET", `${host_url}/api/4.0/exports.json?limit=250`),
  );
  assert.deepEqual(memberExportIds, [memberExportId]);
  const appExportIds = await readExportIds(api.call("GET", "/4.0/exports.json?limit=250"));
  assert.ok(appExportIds.includes(appExport.id) && !appExportIds.includes(memberExportId));
  assert.equal((await api.call("GET", `/4.0/exports/${memberExportId}.json`)).status, 404);
  const otherStoreApi = await createStoreApi(testPlatform);
  assert.equal((await otherStoreApi.call("GET", `/4.0/exports/${appExport.id}.json`)).status, 404);
  assert.deepEqual(await readExportIds(otherStoreApi.call("GET", "/4.0/exports.json")), []);
});

test("exports can be filtered and counted", async () => {
  await fixture.createAndWait({ resource: "inventory_levels" });
  const list = await api.call("GET", "/4.0/exports.json?resource=inventory_levels&status=done&limit=250");
  assert.ok(Check(operations.listExports.response, list.json()));
  const { exports, total_count } = list.json<{ exports: Export[]; total_count: number }>();
  assert.ok(exports.length > 0 && exports.every(({ resource }) => resource === "inventory_levels"));
  const count = await api.call("GET", "/4.0/exports/count.json?resource=inventory_levels&status=done");
  assert.deepEqual(count.json(), { count: total_count });
});

test("the file of an export has an unguessable URL and is served as an attachment", async () => {
  const { url } = await fixture.createAndWait({ resource: "products", filters: { ids: "1" } });
  assert.match(url ?? "", /\/exports\/\d+-\d+-[\w-]{32}\/products\.jsonl\?expires=\d+&signature=[\w-]{43}$/);
  const { headers } = await testPlatform.request(url ?? "");
  assert.equal(headers["content-disposition"], "attachment");
  assert.equal(headers["cache-control"], "private, no-store");
  assert.match(String(headers["content-type"]), /^application\/jsonl/);
});

test("a requested export and each download of its file are security events of the store", async () => {
  const { id, url } = await fixture.createAndWait({ resource: "products" });
  const download = (headers: Record<string, string> = {}) =>
    testPlatform.request(url ?? "", { headers: { "user-agent": "curl/8", ...headers } });
  assert.equal((await download()).status, 200);
  // Reading the rest of the file belongs to the same download.
  await download({ range: "bytes=5-" });
  const text = `select kind, store_id, actor_kind, client_address, user_agent, details from security_events
    where store_id = $1 and details ->> 'export_id' = $2 order by created_at, id`;
  const events = await testPlatform.database.many(text, [api.store.id, String(id)]);
  const commonFields = { store_id: api.store.id, client_address: "127.0.0.1" };
  assert.deepEqual(events, [
    {
      kind: "export_requested",
      ...commonFields,
      actor_kind: "app",
      user_agent: "",
      details: { export_id: id, resource: "products", format: "jsonl" },
    },
    {
      kind: "export_downloaded",
      ...commonFields,
      actor_kind: "system",
      user_agent: "curl/8",
      details: { export_id: id, file: "products.jsonl" },
    },
  ]);
});

test("L4: the link to an export's file expires after five minutes and can be renewed", async () => {
  const { id, url } = await fixture.createAndWait({ resource: "products", filters: { ids: "1" } });
  const link = new URL(url ?? "");
  const getStatus = async (address: URL) => (await testPlatform.request(address.href)).status;
  assert.equal(await getStatus(link), 200);
  const expiredLink = new URL(testPlatform.platform.files.links.sign(link.pathname), link);
  const expires = Number(expiredLink.searchParams.get("expires")) - 301;
  expiredLink.searchParams.set("expires", String(expires));
  assert.equal(await getStatus(expiredLink), 404);
  assert.equal(await getStatus(new URL(link.pathname, link)), 404);
  const { exports } = (await api.call("GET", `/4.0/exports.json?ids=${id}&fields=url`)).json<{
    exports: Export[];
  }>();
  assert.equal(await getStatus(new URL(exports[0]?.url ?? "")), 200);
});

test("each product is exported once while other products are added and deleted", async () => {
  const store = await seedStore(testPlatform, { products: 600 });
  const { browser } = store.owner;
  const listUrl = `${store.host_url}/api/3.0/products.json?sort=id.asc&limit=250`;
  const { products } = (await browser.call("GET", listUrl)).json<{ products: { id: number }[] }>();
  const idsBefore = products.map(({ id }) => id);
  const createResponse = await browser.call("POST", `${store.host_url}/api/4.0/exports.json`, {
    resource: "products",
  });
  const { id } = createResponse.json<{ export: Export }>().export;
  const deletedIds = idsBefore.slice(0, 5);
  let status = "";
  while (status !== "done") {
    await seedCatalog(testPlatform.database, store.id, 5);
    await testPlatform.database.query("delete from products where store_id = $1 and id = any($2)", [
      store.id,
      deletedIds,
    ]);
    const url = `${store.host_url}/api/4.0/exports/${id}.json`;
    status = (await browser.call("GET", url)).json<{ export: Export }>().export.status;
  }
  const response = await browser.call("GET", `${store.host_url}/api/4.0/exports/${id}.json`);
  const lines = await downloadLines(testPlatform, response.json<{ export: Export }>().export);
  const ids = lines.map((line) => (JSON.parse(line) as { id: number }).id);
  assert.equal(new Set(ids).size, ids.length);
  const exportedIds = new Set(ids);
  assert.deepEqual(
    idsBefore.slice(5).filter((id) => !exportedIds.has(id)),
    [],
  );
});

test("a caller with 20 unfinished exports cannot create another export", async () => {
  const busyApp = await createStoreApi(testPlatform);
  const text = `insert into exports (store_id, installation_id, resource, format, expires_at)
    select $1, $2, 'products', 'jsonl', now() from generate_series(1, 20)`;
  await testPlatform.database.query(text, [busyApp.store.id, busyApp.installation_id]);
  const { status, code } = await getError({ resource: "products" }, busyApp);
  assert.deepEqual([status, code], [409, "conflict"]);
});

test("concurrent requests of one caller create at most 20 unfinished exports", async () => {
  // A process with the role `api` does not write exports, so all of them stay unfinished.
  const apiPlatform = await startTestPlatform({ role: "api" });
  const app = await createStoreApi(apiPlatform);
  const createExport = () =>
    app.call("POST", "/4.0/exports.json", { json: { export: { resource: "products" } } });
  const statuses = (await Promise.all(Array.from({ length: 30 }, createExport))).map(({ status }) => status);
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [...Array<number>(20).fill(200), ...Array<number>(10).fill(409)],
  );
  await apiPlatform.stop();
});
