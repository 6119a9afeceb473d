import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { test } from "node:test";
import { eventually, freePort, httpClient } from "@souk/testkit";
import { bookParcel, letArrive, sentOf } from "./testing/booked-parcel.ts";
import { dataDirectories } from "./testing/data-directories.ts";
import { startServerProcess } from "./testing/server-process.ts";
import { type Visitor, visitor } from "./testing/visitor.ts";

const newDataDir = dataDirectories();
const merchant = { email: "merchant@demo.test", password: "souk-demo" };

test("a process that only delivers answers health and nothing else", async (t) => {
  const server = await startServerProcess(t, { dataDir: newDataDir(), args: ["--only", "delivery"] });
  const status = async (path: string) =>
    (await server.client.request(`http://admin.souk.localhost:${server.port}${path}`)).status;
  assert.deepEqual([await status("/health/ready"), await status("/sign-in")], [200, 404]);
  assert.equal(server.ready.role, "delivery");
  assert.equal(await server.end(), 0);
});

test("a development server makes a demo at its first start, and says who may sign in where", async (t) => {
  const dataDir = newDataDir();
  const server = await startServerProcess(t, {
    dataDir,
    env: { SOUK_MODE: "development", SOUK_PUBLIC_URL: "" },
  });
  const said = await eventually(
    () => server.output.stdout.includes("Data directory") && server.output.stdout,
  );
  assert.match(said, /^Souk \d+\.\d+\.\d+ is ready \(development, /);
  assert.ok(said.includes(`http://admin.souk.localhost:${server.port}\n`));
  assert.match(said, /merchant@demo\.test, partner@demo\.test, staff@demo\.test\n +Password +souk-demo\n/);
  assert.match(said, /client_secret \S+ \(shown this once\)/);
  const { signIn, call } = visitor(server);
  assert.equal(await signIn(merchant), 200);
  const { stores } = (await call("GET", "/stores.json")).json<{
    stores: { handle: string }[];
  }>();
  assert.deepEqual(
    stores.map(({ handle }) => handle),
    ["demo"],
  );
  assert.equal(await server.end(), 0);
  assert.equal(server.output.stderr, "", "a development server that works has nothing to say");
});

/** The merchant can hand one order or several to Logistics, and to nobody else. */
async function assertOffered({ callShop }: Visitor): Promise<void> {
  const answer = await callShop("demo", "GET", "/api/console/fulfillment_apps.json");
  const { fulfillment_apps } = answer.json<{ fulfillment_apps: { handle: string; topics: string[] }[] }>();
  assert.deepEqual(
    fulfillment_apps.map(({ handle, topics }) => [handle, topics]),
    [["logistics", ["fulfillment/single", "fulfillment/bulk"]]],
  );
}

async function answersAt(port: number): Promise<boolean> {
  const client = httpClient({ host: "127.0.0.1", port });
  try {
    return (await client.request(`http://localhost:${port}/`)).status === 403;
  } catch {
    return false;
  } finally {
    client.stop();
  }
}

test("a development server runs the example apps on their ports, one of them installed and sending orders, and without one whose port is taken", async (t) => {
  const [dataDir, port, logistics] = [newDataDir(), await freePort(), await freePort()];
  const env = {
    SOUK_MODE: "development",
    SOUK_PUBLIC_URL: "",
    SOUK_DEMO_APP: String(port),
    SOUK_DEMO_LOGISTICS: String(logistics),
  };
  const first = await startServerProcess(t, { dataDir, env });
  const admin = first.ready.addresses.admin;
  const line = `http://localhost:${port}/  Inventory Sync, install it: ${admin}/demo/apps\n`;
  await eventually(() => first.output.stdout.includes(line));
  await eventually(() => answersAt(port), { within: 60_000 });
  assert.ok(
    first.output.stdout.includes(`[inventory-sync] Inventory Sync listens at http://localhost:${port}/`),
  );
  const installed = "[logistics] It is installed in the demo shop.";
  await eventually(() => first.output.stdout.includes(installed), { within: 60_000 });
  const visiting = visitor(first);
  assert.equal(await visiting.signIn(merchant), 200);
  await assertOffered(visiting);
  const parcel = await bookParcel(visiting, logistics);
  assert.equal(await first.end(), 0);
  for (const each of [port, logistics])
    assert.equal(await answersAt(each), false, "they have ended with their server");
  await letArrive(dataDir, parcel);

  const other = createServer().listen(port, "127.0.0.1");
  t.after(() => other.close());
  await once(other, "listening");
  const second = await startServerProcess(t, { dataDir, env });
  await eventually(() =>
    second.output.stdout.includes(`not started: port ${port} is in use; SOUK_DEMO_APP takes`),
  );
  await eventually(() => answersAt(logistics), { within: 60_000 });
  assert.ok(!second.output.stdout.includes(installed));
  const later = visitor(second);
  assert.equal(await later.signIn(merchant), 200);
  await eventually(async () => (await sentOf(later, parcel.order_id))[0]?.status === "delivered");
  assert.equal(await second.end(), 0);
});

test("production logs JSON on stdout, makes no demo, and tells how to make the first staff account", async (t) => {
  const dataDir = newDataDir();
  const env = { SOUK_PUBLIC_URL: "", SOUK_DOMAIN: "souk.example" };
  const server = await startServerProcess(t, { dataDir, env });
  const stderr = await eventually(() => server.output.stderr.includes("--email") && server.output.stderr);
  assert.match(stderr, /is ready \(production/);
  assert.match(stderr, /npm run souk -- staff create --email/);
  assert.doesNotMatch(stderr, /demo/i);
  assert.equal(server.ready.addresses.admin, "https://admin.souk.example");
  assert.equal(await server.end(), 0);
  const lines = server.output.stdout.trim().split("\n");
  const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  assert.ok(messages.includes("Ready.") && messages.at(-1) === "Stopped.", messages.join());
});
