import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { type TestContext, test } from "node:test";
import { createHttpClient, eventually, type HttpResponse } from "@souk/testkit";
import { readReadyFile } from "./ready-file.ts";
import { createDataDirPicker } from "./testing/data-directories.ts";
import { createAccount } from "./testing/run-souk.ts";
import { type ServerProcess, spawnServer, startServerProcess } from "./testing/server-process.ts";
import { openVisitor } from "./testing/visitor.ts";

const pickDataDir = createDataDirPicker();
const account = { email: "owner@start.test", password: "a password for tests" };

test("a server stops on SIGTERM or SIGINT and still has its data after a restart", async (t) => {
  const dataDir = pickDataDir();
  const firstServer = await startServerProcess(t, { dataDir });
  assert.deepEqual(firstServer.ready.listening, [{ address: "127.0.0.1", port: firstServer.port }]);
  await createAccount(account, dataDir);
  assert.equal(await firstServer.end("SIGTERM"), 0);
  await assert.rejects(readReadyFile(dataDir), { code: "ENOENT" });

  const secondServer = await startServerProcess(t, { dataDir });
  assert.equal(await openVisitor(secondServer).signIn(account), 200);
  assert.equal(await secondServer.end("SIGINT"), 0);
});

test("a second server on the same data directory or port does not start", async (t) => {
  const dataDir = pickDataDir();
  const firstServer = await startServerProcess(t, { dataDir });
  const secondServer = await spawnServer(t, { dataDir });
  assert.equal(await secondServer.exitPromise, 1);
  assert.match(
    secondServer.output.stderr,
    /^The data directory .* is in use by process \d+\. Stop that process first[^\n]*\n$/,
  );
  assert.equal((await readReadyFile(dataDir)).pid, firstServer.child.pid);
  assert.equal(
    (await firstServer.client.request(`http://admin.souk.localhost:${firstServer.port}/health/ready`)).status,
    200,
  );

  const serverOnUsedPort = await spawnServer(t, {
    dataDir: pickDataDir(),
    env: { SOUK_PORT: String(firstServer.port) },
  });
  assert.equal(await serverOnUsedPort.exitPromise, 1);
  assert.equal(
    serverOnUsedPort.output.stderr,
    `Port ${firstServer.port} is in use by another program. Stop that program, or choose another port with SOUK_PORT.\n`,
  );
  assert.equal(await firstServer.end(), 0);
});

test("a server restarted after kill -9 still has its data and replaces the old ready file", async (t) => {
  const dataDir = pickDataDir();
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
  const dataDir = pickDataDir();
  const env = { SOUK_MODE: "live", SOUK_RATE_LIMIT_REFILL: "many" };
  const { exitPromise, output } = await spawnServer(t, { dataDir, env });
  assert.equal(await exitPromise, 1);
  assert.deepEqual(output.stderr.split("\n"), [
    'SOUK_MODE is "live". It must be development or production.',
    'SOUK_RATE_LIMIT_REFILL is "many". It must be a number above 0 and at most 1000000.',
    "",
  ]);
  await assert.rejects(stat(dataDir), { code: "ENOENT" });
});

test("a server with an invalid argument does not start", async (t) => {
  const serverWithInvalidRole = await spawnServer(t, { dataDir: pickDataDir(), args: ["--only", "sending"] });
  assert.equal(await serverWithInvalidRole.exitPromise, 1);
  assert.equal(serverWithInvalidRole.output.stderr, '--only is "sending". It must be api or delivery.\n');
});

test("a server with the argument --help prints the valid arguments and exits", async (t) => {
  const { exitPromise, output } = await spawnServer(t, { dataDir: pickDataDir(), args: ["--help"] });
  assert.equal(await exitPromise, 0);
  assert.match(output.stdout, /^Usage: npm start/);
});

const developmentEnv = {
  SOUK_MODE: "development",
  SOUK_PUBLIC_URL: "",
  SOUK_DEMO_APP: "off",
  SOUK_DEMO_LOGISTICS: "off",
};

/** Create a function that sends a request to a server. The function returns null if the server does not listen yet. */
async function createRequester(
  t: TestContext,
  { port }: ServerProcess,
): Promise<(url: string) => Promise<HttpResponse | null>> {
  const client = createHttpClient({ host: "127.0.0.1", port });
  t.after(client.stop);
  return (url) =>
    client.request(`http://${url.replace("{domain}", `souk.localhost:${port}`)}`).catch(() => null);
}

test("a development server rejects API requests until its demo data is complete", async (t) => {
  const dataDir = pickDataDir();
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
  await killedServer.exitPromise;

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
  const firstCallResponse = await requestServer(productsUrl);
  assert.deepEqual(
    [firstCallResponse?.status, firstCallResponse?.json<{ error: { code: string } }>().error.code],
    [401, "token_missing"],
  );
  await eventually(() => server.output.stdout.includes("is ready (development"));
  for (const text of ["Admin", "Partner dashboard", "API reference", "Demo store", "client_secret"])
    assert.ok(server.output.stdout.includes(text), server.output.stdout);
  server.child.kill("SIGTERM");
  assert.equal(await server.exitPromise, 0);

  const restartedServer = await startServerProcess(t, { dataDir, env: developmentEnv });
  const merchant = openVisitor(restartedServer);
  assert.equal(await merchant.signIn({ email: "merchant@demo.test", password: "souk-demo" }), 200);
  for (const [resource, minCount] of [
    ["products", 36],
    ["orders", 7],
  ] as const) {
    const response = await merchant.callStore("demo", "GET", `/api/3.0/${resource}/count.json`);
    assert.ok(response.json<{ count: number }>().count >= minCount, response.text);
  }
  assert.equal(await restartedServer.end(), 0);
});
