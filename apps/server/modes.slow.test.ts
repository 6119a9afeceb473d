import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { test } from "node:test";
import { createHttpClient, eventually, findFreePort } from "@souk/testkit";
import { backdateParcel, bookParcel, loadFulfillments } from "./testing/booked-parcel.ts";
import { createDataDirPicker } from "./testing/data-directories.ts";
import { runSouk } from "./testing/run-souk.ts";
import { spawnServer, startServerProcess } from "./testing/server-process.ts";
import { openVisitor, type Visitor } from "./testing/visitor.ts";

const pickDataDir = createDataDirPicker();
const merchant = { email: "merchant@demo.test", password: "souk-demo" };

test("a server started with `--only delivery` serves only the health check", async (t) => {
  const server = await startServerProcess(t, { dataDir: pickDataDir(), args: ["--only", "delivery"] });
  const requestStatus = async (path: string) =>
    (await server.client.request(`http://admin.souk.localhost:${server.port}${path}`)).status;
  assert.deepEqual([await requestStatus("/health/ready"), await requestStatus("/sign-in")], [200, 404]);
  assert.equal(server.ready.role, "delivery");
  assert.equal(await server.end(), 0);
});

test("a development server creates demo data at the first start and prints the accounts", async (t) => {
  const dataDir = pickDataDir();
  const server = await startServerProcess(t, {
    dataDir,
    env: { SOUK_MODE: "development", SOUK_PUBLIC_URL: "" },
  });
  const output = await eventually(
    () => server.output.stdout.includes("Data directory") && server.output.stdout,
  );
  assert.match(output, /^Souk \d+\.\d+\.\d+ is ready \(development, /);
  assert.ok(output.includes(`http://admin.souk.localhost:${server.port}\n`));
  assert.match(output, /merchant@demo\.test, partner@demo\.test, staff@demo\.test\n +Password +souk-demo\n/);
  assert.match(output, /client_secret \S+ \(shown only once\)/);
  const { signIn, call } = openVisitor(server);
  assert.equal(await signIn(merchant), 200);
  const { stores } = (await call("GET", "/stores.json")).json<{
    stores: { handle: string }[];
  }>();
  assert.deepEqual(
    stores.map(({ handle }) => handle),
    ["demo"],
  );
  assert.equal(await server.end(), 0);
  assert.equal(server.output.stderr, "", "a healthy development server prints no errors");
});

/** Assert that Logistics is the only app that can fulfill orders. */
async function assertOnlyLogisticsFulfills({ callStore }: Visitor): Promise<void> {
  const response = await callStore("demo", "GET", "/api/console/fulfillment_apps.json");
  const { fulfillment_apps } = response.json<{ fulfillment_apps: { handle: string; topics: string[] }[] }>();
  assert.deepEqual(
    fulfillment_apps.map(({ handle, topics }) => [handle, topics]),
    [["logistics", ["fulfillment/single", "fulfillment/bulk"]]],
  );
}

/** Return whether an example app responds on a port. It responds with 403 to requests that are not signed. */
async function isAppRespondingAt(port: number): Promise<boolean> {
  const client = createHttpClient({ host: "127.0.0.1", port });
  try {
    return (await client.request(`http://localhost:${port}/`)).status === 403;
  } catch {
    return false;
  } finally {
    client.stop();
  }
}

test("a development server runs the example apps, except one whose port is taken", async (t) => {
  const [dataDir, syncPort, logisticsPort] = [pickDataDir(), await findFreePort(), await findFreePort()];
  const env = {
    SOUK_MODE: "development",
    SOUK_PUBLIC_URL: "",
    SOUK_DEMO_APP: String(syncPort),
    SOUK_DEMO_LOGISTICS: String(logisticsPort),
  };
  const firstServer = await startServerProcess(t, { dataDir, env });
  const admin = firstServer.ready.addresses.admin;
  const inventorySyncLine = `http://localhost:${syncPort}/  Inventory Sync, install it: ${admin}/demo/apps\n`;
  await eventually(() => firstServer.output.stdout.includes(inventorySyncLine));
  await eventually(() => isAppRespondingAt(syncPort), { timeoutMs: 60_000 });
  assert.ok(
    firstServer.output.stdout.includes(
      `[inventory-sync] Inventory Sync is listening at http://localhost:${syncPort}/`,
    ),
  );
  const installedLine = "[logistics] Installed in the demo store.";
  await eventually(() => firstServer.output.stdout.includes(installedLine), { timeoutMs: 60_000 });
  const visitor = openVisitor(firstServer);
  assert.equal(await visitor.signIn(merchant), 200);
  await assertOnlyLogisticsFulfills(visitor);
  const parcel = await bookParcel(visitor, logisticsPort);
  assert.equal(await firstServer.end(), 0);
  for (const appPort of [syncPort, logisticsPort])
    assert.equal(await isAppRespondingAt(appPort), false, "the apps have ended with their server");
  await backdateParcel(dataDir, parcel);

  const portBlocker = createServer().listen(syncPort, "127.0.0.1");
  t.after(() => portBlocker.close());
  await once(portBlocker, "listening");
  const secondServer = await startServerProcess(t, { dataDir, env });
  await eventually(() =>
    secondServer.output.stdout.includes(
      `not started: port ${syncPort} is in use. Choose another with SOUK_DEMO_APP`,
    ),
  );
  await eventually(() => isAppRespondingAt(logisticsPort), { timeoutMs: 60_000 });
  assert.ok(!secondServer.output.stdout.includes(installedLine));
  const secondVisitor = openVisitor(secondServer);
  assert.equal(await secondVisitor.signIn(merchant), 200);
  await eventually(
    async () => (await loadFulfillments(secondVisitor, parcel.order_id))[0]?.status === "delivered",
  );
  assert.equal(await secondServer.end(), 0);
});

test("a production server logs JSON and creates no demo data", async (t) => {
  const dataDir = pickDataDir();
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
  assert.deepEqual(
    lines.filter((line) => line.split('"pid":').length !== 2),
    [],
    "each line has one pid",
  );
});

test("a production server does not start with the demo's accounts until they are removed", async (t) => {
  const dataDir = pickDataDir();
  const demoEnv = { SOUK_MODE: "development", SOUK_DEMO_APP: "off" };
  const development = await startServerProcess(t, { dataDir, env: demoEnv });
  assert.equal(await openVisitor(development).signIn(merchant), 200);
  assert.equal(await development.end(), 0);
  const rejectedServer = await spawnServer(t, { dataDir });
  assert.equal(await rejectedServer.exitPromise, 1);
  assert.match(rejectedServer.output.stderr, /demo's accounts.+ -- demo remove/);

  const runDemoRemove = (...options: string[]) => runSouk(["demo", "remove", ...options], dataDir);
  const preview = await runDemoRemove();
  assert.equal(preview.code, 1);
  assert.match(
    preview.stdout,
    /^This would remove the accounts .+, the stores demo with all their data, and 2 apps\.\n/,
  );
  const removal = await runDemoRemove("--yes");
  assert.deepEqual([removal.code, removal.stderr], [0, ""]);
  assert.equal((await runDemoRemove()).stdout, "The database has no demo accounts.\n");
  const production = await startServerProcess(t, { dataDir });
  assert.equal(await openVisitor(production).signIn(merchant), 401);
  assert.equal(await production.end(), 0);
});

test("a development server does not start on a database that a production server has used", async (t) => {
  const dataDir = pickDataDir();
  const production = await startServerProcess(t, { dataDir });
  assert.equal(await production.end(), 0);
  const development = await spawnServer(t, {
    dataDir,
    env: { SOUK_MODE: "development", SOUK_PUBLIC_URL: "" },
  });
  assert.equal(await development.exitPromise, 1);
  assert.match(development.output.stderr, /has been used in production.+ Set SOUK_MODE=production/);
  const restartedServer = await startServerProcess(t, { dataDir });
  assert.equal(await openVisitor(restartedServer).signIn(merchant), 401, "the demo was not created");
  assert.equal(await restartedServer.end(), 0);
});

test("a public development server gives the demo accounts a random password, printed once", async (t) => {
  const dataDir = pickDataDir();
  const env = { SOUK_MODE: "development", SOUK_DEMO_APP: "off", SOUK_DEV_PUBLIC: "1" };
  const firstServer = await startServerProcess(t, { dataDir, env });
  const banner = await eventually(
    () => firstServer.output.stdout.includes("Data directory") && firstServer.output.stdout,
  );
  const password = / +Password +(\S{16})\n/.exec(banner)?.[1] ?? assert.fail(banner);
  assert.equal(await openVisitor(firstServer).signIn(merchant), 401);
  assert.equal(await openVisitor(firstServer).signIn({ ...merchant, password }), 200);
  assert.equal(await firstServer.end(), 0);
  const secondServer = await startServerProcess(t, { dataDir, env });
  await eventually(() => secondServer.output.stdout.includes("random, printed at an earlier start"));
  assert.equal(await openVisitor(secondServer).signIn({ ...merchant, password }), 200);
  assert.equal(await secondServer.end(), 0);
});
