import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { verifyStore } from "@souk/database";
import { type Answer, proofSize } from "@souk/testkit";
import { customAppToken, openDemoStore } from "./demo-store.ts";
import { type ServerProcess, serverProcess } from "./server-process.ts";

const size = proofSize({
  ci: { products: 1_000, killsEach: 1 },
  full: { products: 20_000, killsEach: 6 },
});
const longestMs = 600_000;
/** The maximum number of attempts: an export that was complete before the kill is requested again. */
const maxAttempts = 10;

interface Work {
  id: number;
  status: string;
  row_count: number;
  url?: string | null;
  result?: object | null;
  error: string | null;
}

/** A store's long-running jobs, requested and checked over HTTP. */
interface FileClient {
  storeId: number;
  code: string;
  ask(method: string, path: string, options?: { json?: object; csv?: string }): Promise<Work>;
  file(url: string): Promise<Answer>;
}

async function openFileClient(server: ServerProcess): Promise<FileClient> {
  const store = await openDemoStore(server);
  const { id, origin } = store;
  const token = await customAppToken(store, "Large files");
  const places = await server.request(`${origin}/api/3.0/locations.json?sort=id.asc`, { token });
  const [place] = places.json<{ locations: { code: string }[] }>().locations;
  return {
    storeId: id,
    code: place?.code ?? assert.fail("no location"),
    file: (url) => server.request(url),
    ask: async (method, path, { json, csv } = {}) => {
      const sent = csv === undefined ? {} : { body: csv, headers: { "content-type": "text/csv" } };
      const answer = await server.request(`${origin}/api/4.0${path}`, {
        method,
        token,
        ...sent,
        ...(json ? { json } : {}),
      });
      assert.equal(answer.status, 200, answer.text);
      const [work] = Object.values(answer.json<Record<string, Work>>());
      return work ?? assert.fail(answer.text);
    },
  };
}

const getStock = (index: number): number => index % 7;

function buildFile(code: string): string {
  const rows = Array.from(
    { length: size.products },
    (_, index) => `bulk-${index},Bulk product ${index},${(index % 90) + 1},${getStock(index)}`,
  );
  return `handle,title,price,stock: ${code}\n${rows.join("\n")}\n`;
}

const active = ["checking", "running", "queued"];

/**
 * Follow an import to the end of its current step, and kill the server whenever one more portion of its rows is
 * written.
 * @returns the state of the import then, and how often the server was killed
 */
async function harassed(
  server: ServerProcess,
  client: FileClient,
  id: number,
): Promise<{ work: Work; kills: number }> {
  const end = performance.now() + longestMs;
  let kills = 0;
  for (;;) {
    const work = await client.ask("GET", `/imports/${id}.json`);
    if (!active.includes(work.status)) return { work, kills };
    assert.ok(performance.now() < end, JSON.stringify(work));
    const due = Math.floor((size.products * (kills + 0.4)) / (size.killsEach + 1));
    if (kills < size.killsEach && work.row_count > due) {
      await server.kill();
      await server.start();
      kills++;
    }
    await sleep(5);
  }
}

/**
 * Request an export and kill the server before it is complete.
 * @returns the export, in the state in which the next start found it
 */
async function interruptedExport(server: ServerProcess, client: FileClient): Promise<Work> {
  for (let time = 0; time < maxAttempts; time++) {
    const { id } = await client.ask("POST", "/exports.json", {
      json: { resource: "products", format: "jsonl" },
    });
    const look = () => client.ask("GET", `/exports/${id}.json`);
    while ((await look()).status === "queued") await sleep(2);
    await server.kill();
    await server.start();
    const found = await look();
    if (found.status !== "done") return found;
  }
  return assert.fail(`each of ${maxAttempts} exports was whole before the kill`);
}

async function wholeExport(client: FileClient, id: number): Promise<Work> {
  const end = performance.now() + longestMs;
  for (;;) {
    const work = await client.ask("GET", `/exports/${id}.json`);
    if (!active.includes(work.status)) return work;
    assert.equal(work.url, null, "a half file has no address");
    assert.ok(performance.now() < end, JSON.stringify(work));
    await sleep(20);
  }
}

/** Check the database against the file: each product once, its stock, one creation event, and no difference. */
function assertWritten(server: ServerProcess, storeId: number): Promise<void> {
  return server.inspect(async (database) => {
    const text = `select count(*)::int as products, count(distinct handle)::int as handles,
        sum(total_quantity)::int as stock from products where store_id = $1 and handle like 'bulk-%'`;
    const { products } = size;
    const stock = Array.from({ length: products }, (_, index) => getStock(index)).reduce(
      (sum, n) => sum + n,
      0,
    );
    const rows = await database.many(text, [storeId]);
    assert.deepEqual(rows, [{ products, handles: products, stock }]);
    const eventsSql = `select count(*)::int as events, count(distinct resource_id)::int as of_products
      from events where store_id = $1 and topic = 'product/create'`;
    const events = await database.many(eventsSql, [storeId]);
    assert.deepEqual(events, [{ events: products, of_products: products }]);
    const differences: unknown[] = [];
    for await (const difference of verifyStore(database, storeId)) differences.push(difference);
    assert.deepEqual(differences, []);
    assert.equal((await database.query("select 1 from long_jobs")).rowCount, 0);
  });
}

test("P1: kill -9 during an import and export makes each product once and no partial file", async (t) => {
  const server = await serverProcess();
  t.after(() => server.close());
  await server.start();
  const client = await openFileClient(server);
  const { id } = await client.ask("POST", "/imports.json", { csv: buildFile(client.code) });
  const check = await harassed(server, client, id);
  assert.deepEqual([check.work.status, check.kills], ["checked", size.killsEach], check.work.error ?? "");
  await client.ask("POST", `/imports/${id}/confirm.json`);
  const written = await harassed(server, client, id);
  assert.deepEqual([written.work.status, written.kills], ["done", size.killsEach], written.work.error ?? "");
  const { products } = size;
  const counts = { records: products, created: products, updated: 0, unchanged: 0, failed: 0, errors: 0 };
  assert.deepEqual(written.work.result, counts);

  const interrupted = await interruptedExport(server, client);
  assert.equal(interrupted.url, null);
  const { status, url, row_count } = await wholeExport(client, interrupted.id);
  assert.equal(status, "done");
  const lines = (await client.file(url ?? "")).text.split("\n");
  assert.equal(lines.pop(), "", "the last line has its end");
  const handles = lines.map((line) => (JSON.parse(line) as { handle: string }).handle);
  assert.deepEqual([handles.length, new Set(handles).size], [row_count, row_count]);
  const bulk = handles.filter((handle) => handle.startsWith("bulk-"));
  assert.equal(bulk.length, products);

  assert.deepEqual(await server.signal("SIGTERM"), { code: 0, signal: null }, server.output());
  await assertWritten(server, client.storeId);
});
