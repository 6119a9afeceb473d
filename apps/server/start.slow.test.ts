import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { type TestContext, test } from "node:test";
import { createHttpClient, eventually, type HttpResponse } from "@souk/testkit";
import { readReadyFile } from "./ready-file.ts";
import { createDataDirectoryPaths } from "./testing/data-directories.ts";
import { createAccount } from "./testing/run-souk.ts";
import { type ServerProcess, spawnServer, startServerProcess } from "./testing/server-process.ts";
import { openVisitor } from "./testing/visitor.ts";

const newDataDir = createDataDirectoryPaths();
const account = { email: "owner@start.test", password: "a password for tests" };

test("a server stops on SIGTERM or SIGINT and has its data after a restart", async (t) => {
  const dataDir = newDataDir();
  const first = await startServerProcess(t, { dataDir });
  assert.deepEqual(first.ready.listening, [{ address: "127.0.0.1", port: first.port }]);
  await createAccount(account, dataDir);
  assert.equal(await first.end("SIGTERM"), 0);
  await assert.rejects(readReadyFile(dataDir), { code: "ENOENT" });

  const second = await startServerProcess(t, { dataDir });
  assert.equal(await openVisitor(second).signIn(account), 200);
  assert.equal(await second.end("SIGINT"), 0);
});

test("a second server on the same data directory or port does not start", async (t) => {
  const dataDir = newDataDir();
  const first = await startServerProcess(t, { dataDir });
  const second = await spawnServer(t, { dataDir });
  assert.equal(await second.ended, 1);
  assert.match(
    second.output.stderr,
    /^The data directory .* is in use by process \d+\. Stop that process first[^\n]*\n$/,
  );
  assert.equal((await readReadyFile(dataDir)).pid, first.child.pid);
  assert.equal(
    (await first.client.request(`http://admin.souk.localhost:${first.port}/health/ready`)).status,
    200,
  );

  const serverOnUsedPort = await spawnServer(t, {
    dataDir: newDataDir(),
    env: { SOUK_PORT: String(first.port) },
  });
  assert.equal(await serverOnUsedPort.ended, 1);
  assert.equal(
    serverOnUsedPort.output.stderr,
    `Port ${first.port} is in use by another program. Stop that program, or choose another port with SOUK_PORT.\n`,
  );
  assert.equal(await first.end(), 0);
});

test("a server restarted after kill -9 has its data and removes the old ready file", async (t) => {
  const dataDir = newDataDir();
  const killedServer = await startServerProcess(t, { dataDir });
  await createAccount(account, dataDir);
  await killedServer.end("SIGKILL");
  assert.equal(
    (await readReadyFile(dataDir)).pid,
    killedServer.child.pid,
    "a killed server cannot remove its ready file",
  );
  const restartedServer = await startServerProcess(t, { dataDir });
  assert.equal(await openVisitor(restartedServer).signIn(account), 200);
  assert.equal(await restartedServer.end(), 0);
});

test("a server with invalid settings reports each of them and creates no files", async (t) => {
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

test("a server with an invalid argument does not start and lists the valid arguments", async (t) => {
  const dataDir = newDataDir();
  const serverWithInvalidRole = await spawnServer(t, { dataDir, args: ["--only", "sending"] });
  assert.equal(await serverWithInvalidRole.ended, 1);
  assert.equal(serverWithInvalidRole.output.stderr, '--only is "sending". It must be api or delivery.\n');
  const help = await spawnServer(t, { dataDir, args: ["--help"] });
  assert.equal(await help.ended, 0);
  assert.match(help.output.stdout, /^Usage: npm start/);
});

const developmentEnv = {
  SOUK_MODE: "development",
  SOUK_PUBLIC_URL: "",
  SOUK_DEMO_APP: "off",
  SOUK_DEMO_LOGISTICS: "off",
};

/** Create a function that sends a request to a server, and returns null if the server does not listen yet. */
async function createRequester(
  t: TestContext,
  { port }: ServerProcess,
): Promise<(url: string) => Promise<HttpResponse | null>> {
  const client = createHttpClient({ host: "127.0.0.1", port });
  t.after(client.stop);
  return (url) =>
    client.request(`http://${url.replace("{domain}", `souk.localhost:${port}`)}`).catch(() => null);
}

test("a development server serves no requests before its demo data is complete", async (t) => {
  const dataDir = newDataDir();
  const killedServer = await spawnServer(t, { dataDir, env: developmentEnv });
  const requestKilledServer = await createRequester(t, killedServer);
  const firstResponse = await eventually(() => requestKilledServer("admin.{domain}/health/ready"), {
    timeoutMs: 240_000,
    intervalMs: 5,
  });
  assert.equal(firstResponse.status, 503);
  assert.deepEqual(firstResponse.json(), {
    status: "starting",
    message: "The server is preparing its data.",
  });
  killedServer.child.kill("SIGKILL");
  await killedServer.ended;

  const server = await spawnServer(t, { dataDir, env: developmentEnv });
  const requestServer = await createRequester(t, server);
  const productsUrl = "demo.{domain}/api/3.0/products.json";
  const earlyResponse = await eventually(() => requestServer(productsUrl), {
    timeoutMs: 240_000,
    intervalMs: 5,
  });
  assert.deepEqual(
    [earlyResponse.status, earlyResponse.json<{ error: { code: string } }>().error.code],
    [503, "unavailable"],
  );
  assert.ok(Number(earlyResponse.headers["retry-after"]) > 0);
  assert.equal((await requestServer("admin.{domain}/health/live"))?.status, 200);
  const statuses = new Set<number | undefined>();
  await eventually(
    async () => {
      const { status } = (await requestServer("admin.{domain}/health/ready")) ?? {};
      statuses.add(status);
      return status === 200;
    },
    { timeoutMs: 240_000, intervalMs: 5 },
  );
  assert.deepEqual([...statuses].at(-1), 200);
  // When the server is ready, the first call finds the store and requires authentication.
  const call = await requestServer(productsUrl);
  assert.deepEqual(
    [call?.status, call?.json<{ error: { code: string } }>().error.code],
    [401, "token_missing"],
  );
  await eventually(() => server.output.stdout.includes("is ready (development"));
  for (const text of ["Admin", "Partner dashboard", "API reference", "Demo store", "client_secret"])
    assert.ok(server.output.stdout.includes(text), server.output.stdout);
  server.child.kill("SIGTERM");
  assert.equal(await server.ended, 0);

  const restartedServer = await startServerProcess(t, { dataDir, env: developmentEnv });
  const merchant = openVisitor(restartedServer);
  assert.equal(await merchant.signIn({ email: "merchant@demo.test", password: "souk-demo" }), 200);
  for (const [list, minCount] of [
    ["products", 36],
    ["orders", 7],
  ] as const) {
    const response = await merchant.callStore("demo", "GET", `/api/3.0/${list}/count.json`);
    assert.ok(response.json<{ count: number }>().count >= minCount, response.text);
  }
  assert.equal(await restartedServer.end(), 0);
});
