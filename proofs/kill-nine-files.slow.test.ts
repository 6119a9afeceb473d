import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { verifyStore } from "@souk/database";
import { chooseForRun, type HttpResponse } from "@souk/testkit";
import { createCustomAppToken, openDemoStore } from "./demo-store.ts";
import { createServerProcess, type ServerProcess } from "./server-process.ts";

const size = chooseForRun({
  inTests: { products: 1_000, killsPerStep: 1 },
  inProof: { products: 20_000, killsPerStep: 6 },
});
/** The timeout of each step of an import, and of an export, in milliseconds. */
const timeoutMs = 600_000;
/** The maximum number of requested exports. If an export is complete before the kill, another one is requested. */
const maxAttempts = 10;

/** An import or an export. */
interface FileJob {
  id: number;
  status: string;
  row_count: number;
  url?: string | null;
  result?: object | null;
  error: string | null;
}

/** A client for the imports and exports of the demo store. */
interface FileClient {
  storeId: number;
  /** The code of the location whose stock the import sets. */
  locationCode: string;
  call(method: string, path: string, options?: { json?: object; csv?: string }): Promise<FileJob>;
  download(url: string): Promise<HttpResponse>;
}

async function openFileClient(server: ServerProcess): Promise<FileClient> {
  const store = await openDemoStore(server);
  const { id, origin } = store;
  const token = await createCustomAppToken(store, "Large files");
  const response = await server.request(`${origin}/api/3.0/locations.json?sort=id.asc`, { token });
  const [location] = response.json<{ locations: { code: string }[] }>().locations;
  return {
    storeId: id,
    locationCode: location?.code ?? assert.fail("no location"),
    download: (url) => server.request(url),
    call: async (method, path, { json, csv } = {}) => {
      const csvOptions = csv === undefined ? {} : { body: csv, headers: { "content-type": "text/csv" } };
      const response = await server.request(`${origin}/api/4.0${path}`, {
        method,
        token,
        ...csvOptions,
        ...(json ? { json } : {}),
      });
      assert.equal(response.status, 200, response.text);
      const [job] = Object.values(response.json<Record<string, FileJob>>());
      return job ?? assert.fail(response.text);
    },
  };
}

const getStock = (index: number): number => index % 7;

function buildFile(locationCode: string): string {
  const rows = Array.from(
    { length: size.products },
    (_, index) => `bulk-${index},Bulk product ${index},${(index % 90) + 1},${getStock(index)}`,
  );
  return `handle,title,price,stock: ${locationCode}\n${rows.join("\n")}\n`;
}

const activeStatuses = ["checking", "running", "queued"];

/**
 * Wait until an import ends its current step, and kill and restart the server several times meanwhile.
 * @returns the import after this step, and the number of kills
 */
async function killDuringImport(
  server: ServerProcess,
  client: FileClient,
  id: number,
): Promise<{ job: FileJob; killCount: number }> {
  const deadline = performance.now() + timeoutMs;
  let killCount = 0;
  for (;;) {
    const job = await client.call("GET", `/imports/${id}.json`);
    if (!activeStatuses.includes(job.status)) return { job, killCount };
    assert.ok(performance.now() < deadline, JSON.stringify(job));
    // Spread the kills evenly over the rows.
    const killAtRow = Math.floor((size.products * (killCount + 0.4)) / (size.killsPerStep + 1));
    if (killCount < size.killsPerStep && job.row_count > killAtRow) {
      await server.kill();
      await server.start();
      killCount++;
    }
    await sleep(5);
  }
}

/**
 * Request an export, and kill and restart the server before it is complete.
 * @returns the export after the restart
 */
async function interruptExport(server: ServerProcess, client: FileClient): Promise<FileJob> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { id } = await client.call("POST", "/exports.json", {
      json: { resource: "products", format: "jsonl" },
    });
    const loadExport = () => client.call("GET", `/exports/${id}.json`);
    while ((await loadExport()).status === "queued") await sleep(2);
    await server.kill();
    await server.start();
    const exportJob = await loadExport();
    if (exportJob.status !== "done") return exportJob;
  }
  return assert.fail(`each of ${maxAttempts} exports was complete before the kill`);
}

async function waitForExport(client: FileClient, id: number): Promise<FileJob> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const job = await client.call("GET", `/exports/${id}.json`);
    if (!activeStatuses.includes(job.status)) return job;
    assert.equal(job.url, null, "an incomplete file has a URL");
    assert.ok(performance.now() < deadline, JSON.stringify(job));
    await sleep(20);
  }
}

/** Assert that the database has each product of the file once, with its stock and one creation event. */
function assertImported(server: ServerProcess, storeId: number): Promise<void> {
  return server.queryStopped(async (database) => {
    const text = `select count(*)::int as products, count(distinct handle)::int as handles,
        sum(total_quantity)::int as stock from products where store_id = $1 and handle like 'bulk-%'`;
    const { products } = size;
    const stock = Array.from({ length: products }, (_, index) => getStock(index)).reduce(
      (sum, n) => sum + n,
      0,
    );
    const rows = await database.many(text, [storeId]);
    assert.deepEqual(rows, [{ products, handles: products, stock }]);
    const eventsSql = `select count(*)::int as events, count(distinct resource_id)::int as products
      from events where store_id = $1 and topic = 'product/create'`;
    const events = await database.many(eventsSql, [storeId]);
    assert.deepEqual(events, [{ events: products, products }]);
    const differences: unknown[] = [];
    for await (const difference of verifyStore(database, storeId)) differences.push(difference);
    assert.deepEqual(differences, []);
    assert.equal((await database.query("select 1 from long_jobs")).rowCount, 0);
  });
}

test("P1: after kill -9, an import creates each product once and an export is complete", async (t) => {
  const server = await createServerProcess();
  t.after(() => server.close());
  await server.start();
  const client = await openFileClient(server);
  const { id } = await client.call("POST", "/imports.json", { csv: buildFile(client.locationCode) });
  const checkedImport = await killDuringImport(server, client, id);
  assert.deepEqual(
    [checkedImport.job.status, checkedImport.killCount],
    ["checked", size.killsPerStep],
    checkedImport.job.error ?? "",
  );
  await client.call("POST", `/imports/${id}/confirm.json`);
  const confirmedImport = await killDuringImport(server, client, id);
  assert.deepEqual(
    [confirmedImport.job.status, confirmedImport.killCount],
    ["done", size.killsPerStep],
    confirmedImport.job.error ?? "",
  );
  const { products } = size;
  const counts = { records: products, created: products, updated: 0, unchanged: 0, failed: 0, errors: 0 };
  assert.deepEqual(confirmedImport.job.result, counts);

  const interruptedExport = await interruptExport(server, client);
  assert.equal(interruptedExport.url, null);
  const { status, url, row_count } = await waitForExport(client, interruptedExport.id);
  assert.equal(status, "done");
  const lines = (await client.download(url ?? "")).text.split("\n");
  assert.equal(lines.pop(), "", "the last line is not terminated");
  const handles = lines.map((line) => (JSON.parse(line) as { handle: string }).handle);
  assert.deepEqual([handles.length, new Set(handles).size], [row_count, row_count]);
  const importedHandles = handles.filter((handle) => handle.startsWith("bulk-"));
  assert.equal(importedHandles.length, products);

  assert.deepEqual(await server.signal("SIGTERM"), { code: 0, signal: null }, server.getOutput());
  await assertImported(server, client.storeId);
});
