import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { verifyStore } from "@souk/database";
import { type Answer, proofSize } from "@souk/testkit";
import { customAppToken, demoShop } from "./demo-shop.ts";
import { type ServerProcess, serverProcess } from "./server-process.ts";

const size = proofSize({
  ci: { products: 1_000, killsEach: 1 },
  full: { products: 20_000, killsEach: 6 },
});
const longestMs = 600_000;
/** An export that was whole before the kill struck is asked for anew, so often. */
const mostTries = 10;

interface Work {
  id: number;
  status: string;
  row_count: number;
  url?: string | null;
  result?: object | null;
  error: string | null;
}

/** Long work of one shop, asked for and looked at over HTTP. */
interface Desk {
  storeId: number;
  code: string;
  ask(method: string, path: string, options?: { json?: object; csv?: string }): Promise<Work>;
  file(url: string): Promise<Answer>;
}

async function openDesk(server: ServerProcess): Promise<Desk> {
  const shop = await demoShop(server);
  const { id, origin } = shop;
  const token = await customAppToken(shop, "Large files");
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

const stockOf = (at: number): number => at % 7;

function fileOf(code: string): string {
  const rows = Array.from(
    { length: size.products },
    (_, at) => `bulk-${at},Bulk product ${at},${(at % 90) + 1},${stockOf(at)}`,
  );
  return `handle,title,price,stock: ${code}\n${rows.join("\n")}\n`;
}

const active = ["checking", "running", "queued"];

/**
 * Follows an import to the end of what it does now, and kills the server whenever one more portion of its rows is through.
 * @returns how it stands then, and how often the server was killed
 */
async function harassed(
  server: ServerProcess,
  desk: Desk,
  id: number,
): Promise<{ work: Work; kills: number }> {
  const end = performance.now() + longestMs;
  let kills = 0;
  for (;;) {
    const work = await desk.ask("GET", `/imports/${id}.json`);
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

/** Asks for an export and kills the server before it is whole. @returns it, in the state in which the next start found it */
async function interruptedExport(server: ServerProcess, desk: Desk): Promise<Work> {
  for (let time = 0; time < mostTries; time++) {
    const { id } = await desk.ask("POST", "/exports.json", {
      json: { resource: "products", format: "jsonl" },
    });
    const look = () => desk.ask("GET", `/exports/${id}.json`);
    while ((await look()).status === "queued") await sleep(2);
    await server.kill();
    await server.start();
    const found = await look();
    if (found.status !== "done") return found;
  }
  return assert.fail(`each of ${mostTries} exports was whole before the kill`);
}

async function wholeExport(desk: Desk, id: number): Promise<Work> {
  const end = performance.now() + longestMs;
  for (;;) {
    const work = await desk.ask("GET", `/exports/${id}.json`);
    if (!active.includes(work.status)) return work;
    assert.equal(work.url, null, "a half file has no address");
    assert.ok(performance.now() < end, JSON.stringify(work));
    await sleep(20);
  }
}

/** What the database holds of the file: each product once, its stock, one event of its making, and no difference. */
function assertWritten(server: ServerProcess, storeId: number): Promise<void> {
  return server.inspect(async (database) => {
    const text = `select count(*)::int as products, count(distinct handle)::int as handles,
        sum(total_quantity)::int as stock from products where store_id = $1 and handle like 'bulk-%'`;
    const { products } = size;
    const stock = Array.from({ length: products }, (_, at) => stockOf(at)).reduce((sum, n) => sum + n, 0);
    const { rows } = await database.query(text, [storeId]);
    assert.deepEqual(rows, [{ products, handles: products, stock }]);
    const told = `select count(*)::int as events, count(distinct resource_id)::int as of_products
      from events where store_id = $1 and topic = 'product/create'`;
    const events = await database.query(told, [storeId]);
    assert.deepEqual(events.rows, [{ events: products, of_products: products }]);
    const differences: unknown[] = [];
    for await (const difference of verifyStore(database, storeId)) differences.push(difference);
    assert.deepEqual(differences, []);
    assert.equal((await database.query("select 1 from long_jobs")).rowCount, 0);
  });
}

test("P1: kill -9 in the middle of a large import and of an export makes each product once, and shows no half file", async (t) => {
  const server = await serverProcess();
  t.after(() => server.close());
  await server.start();
  const desk = await openDesk(server);
  const { id } = await desk.ask("POST", "/imports.json", { csv: fileOf(desk.code) });
  const check = await harassed(server, desk, id);
  assert.deepEqual([check.work.status, check.kills], ["checked", size.killsEach], check.work.error ?? "");
  await desk.ask("POST", `/imports/${id}/confirm.json`);
  const written = await harassed(server, desk, id);
  assert.deepEqual([written.work.status, written.kills], ["done", size.killsEach], written.work.error ?? "");
  const { products } = size;
  const counts = { records: products, created: products, updated: 0, unchanged: 0, failed: 0, errors: 0 };
  assert.deepEqual(written.work.result, counts);

  const interrupted = await interruptedExport(server, desk);
  assert.equal(interrupted.url, null);
  const { status, url, row_count } = await wholeExport(desk, interrupted.id);
  assert.equal(status, "done");
  const lines = (await desk.file(url ?? "")).text.split("\n");
  assert.equal(lines.pop(), "", "the last line has its end");
  const handles = lines.map((line) => (JSON.parse(line) as { handle: string }).handle);
  assert.deepEqual([handles.length, new Set(handles).size], [row_count, row_count]);
  const bulk = handles.filter((handle) => handle.startsWith("bulk-"));
  assert.equal(bulk.length, products);

  assert.deepEqual(await server.signal("SIGTERM"), { code: 0, signal: null }, server.output());
  await assertWritten(server, desk.storeId);
});
