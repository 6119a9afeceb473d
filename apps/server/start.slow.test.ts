import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { type TestContext, test } from "node:test";
import { type Answer, eventually, httpClient } from "@souk/testkit";
import { readReadyFile } from "./ready-file.ts";
import { createDataDirectories } from "./testing/data-directories.ts";
import { type ServerProcess, spawnServer, startServerProcess } from "./testing/server-process.ts";
import { openVisitor } from "./testing/visitor.ts";

const newDataDir = createDataDirectories();
const account = { email: "owner@start.test", password: "a password for tests", name: "Owner" };

test("a server prints its address, stops on SIGTERM and has its data after a restart", async (t) => {
  const dataDir = newDataDir();
  const first = await startServerProcess(t, { dataDir });
  assert.deepEqual(first.ready.listening, [{ address: "127.0.0.1", port: first.port }]);
  assert.equal(await openVisitor(first).signUp(account), 200);
  assert.equal(await first.end("SIGTERM"), 0);
  await assert.rejects(readReadyFile(dataDir), { code: "ENOENT" });

  const second = await startServerProcess(t, { dataDir });
  assert.equal(await openVisitor(second).signIn(account), 200);
  assert.equal(await second.end("SIGINT"), 0);
});

test("a second server on the same data directory stops, and the first continues", async (t) => {
  const dataDir = newDataDir();
  const first = await startServerProcess(t, { dataDir });
  const second = await spawnServer(t, { dataDir });
  assert.equal(await second.ended, 1);
  assert.match(
    second.output.stderr,
    /^The data directory .* is in use by process \d+; stop that process first[^\n]*\n$/,
  );
  assert.equal((await readReadyFile(dataDir)).pid, first.child.pid);
  assert.equal(
    (await first.client.request(`http://admin.souk.localhost:${first.port}/health/ready`)).status,
    200,
  );

  const elsewhere = await spawnServer(t, {
    dataDir: newDataDir(),
    env: { SOUK_PORT: String(first.port) },
  });
  assert.equal(await elsewhere.ended, 1);
  assert.equal(
    elsewhere.output.stderr,
    `Port ${first.port} is in use by another program; stop that one, or choose another port with SOUK_PORT.\n`,
  );
  assert.equal(await first.end(), 0);
});

test("a start after kill -9 has the data and removes the old ready file", async (t) => {
  const dataDir = newDataDir();
  const killed = await startServerProcess(t, { dataDir });
  assert.equal(await openVisitor(killed).signUp(account), 200);
  await killed.end("SIGKILL");
  assert.equal(
    (await readReadyFile(dataDir)).pid,
    killed.child.pid,
    "a killed server cannot remove its ready file",
  );
  const next = await startServerProcess(t, { dataDir });
  assert.equal(await openVisitor(next).signIn(account), 200);
  assert.equal(await next.end(), 0);
});

test("a start with invalid settings reports each one and creates nothing", async (t) => {
  const dataDir = newDataDir();
  const env = { SOUK_MODE: "live", SOUK_RATE_LIMIT_REFILL: "many" };
  const { ended, output } = await spawnServer(t, { dataDir, env });
  assert.equal(await ended, 1);
  assert.deepEqual(output.stderr.split("\n"), [
    'SOUK_MODE is "live". It must be development or production.',
    'SOUK_RATE_LIMIT_REFILL is "many". It must be a number above 0 and at most 1000000.',
    "",
  ]);
  await assert.rejects(stat(dataDir), { code: "ENOENT" });
});

test("an invalid argument stops the start and names the accepted values", async (t) => {
  const dataDir = newDataDir();
  const bad = await spawnServer(t, { dataDir, args: ["--only", "sending"] });
  assert.equal(await bad.ended, 1);
  assert.equal(bad.output.stderr, '--only is "sending". It must be api or delivery.\n');
  const help = await spawnServer(t, { dataDir, args: ["--help"] });
  assert.equal(await help.ended, 0);
  assert.match(help.output.stdout, /^Usage: npm start/);
});

const development = {
  SOUK_MODE: "development",
  SOUK_PUBLIC_URL: "",
  SOUK_DEMO_APP: "off",
  SOUK_DEMO_LOGISTICS: "off",
};

/** Create a function that sends requests to a server that may not listen yet. */
async function createRequester(
  t: TestContext,
  { port }: ServerProcess,
): Promise<(url: string) => Promise<Answer | null>> {
  const client = httpClient({ host: "127.0.0.1", port });
  t.after(client.stop);
  return (url) =>
    client.request(`http://${url.replace("{domain}", `souk.localhost:${port}`)}`).catch(() => null);
}

test("a first start serves no requests before the demo is complete", async (t) => {
  const dataDir = newDataDir();
  const killed = await spawnServer(t, { dataDir, env: development });
  const requestKilled = await createRequester(t, killed);
  const first = await eventually(() => requestKilled("admin.{domain}/health/ready"), {
    within: 240_000,
    every: 5,
  });
  assert.equal(first.status, 503);
  assert.deepEqual(first.json(), { status: "starting", message: "The server is preparing its data." });
  killed.child.kill("SIGKILL");
  await killed.ended;

  const started = await spawnServer(t, { dataDir, env: development });
  const requestStarted = await createRequester(t, started);
  const demo = "demo.{domain}/api/3.0/products.json";
  const early = await eventually(() => requestStarted(demo), { within: 240_000, every: 5 });
  assert.deepEqual(
    [early.status, early.json<{ error: { code: string } }>().error.code],
    [503, "unavailable"],
  );
  assert.ok(Number(early.headers["retry-after"]) > 0);
  assert.equal((await requestStarted("admin.{domain}/health/live"))?.status, 200);
  const seen = new Set<number | undefined>();
  await eventually(
    async () => {
      const { status } = (await requestStarted("admin.{domain}/health/ready")) ?? {};
      seen.add(status);
      return status === 200;
    },
    { within: 240_000, every: 5 },
  );
  assert.deepEqual([...seen].at(-1), 200);
  // Once the server is ready, the first call finds the store and requires authentication.
  const call = await requestStarted(demo);
  assert.deepEqual(
    [call?.status, call?.json<{ error: { code: string } }>().error.code],
    [401, "token_missing"],
  );
  await eventually(() => started.output.stdout.includes("is ready (development"));
  for (const place of ["Admin", "Partner dashboard", "API reference", "Demo store", "client_secret"])
    assert.ok(started.output.stdout.includes(place), started.output.stdout);
  started.child.kill("SIGTERM");
  assert.equal(await started.ended, 0);

  const again = await startServerProcess(t, { dataDir, env: development });
  const merchant = openVisitor(again);
  assert.equal(await merchant.signIn({ email: "merchant@demo.test", password: "souk-demo" }), 200);
  for (const [list, minCount] of [
    ["products", 36],
    ["orders", 7],
  ] as const) {
    const answer = await merchant.callStore("demo", "GET", `/api/3.0/${list}/count.json`);
    assert.ok(answer.json<{ count: number }>().count >= minCount, answer.text);
  }
  assert.equal(await again.end(), 0);
});
