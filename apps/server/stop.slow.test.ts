import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "@souk/testkit";
import { readReadyFile } from "./ready-file.ts";
import { type ReadyServer, startServerProcess } from "./testing/server-process.ts";

let dataDir: string;

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "souk-server-stop-"));
});

after(() => rm(dataDir, { recursive: true }));

const body = JSON.stringify({ session: { email: "nobody@stop.test", password: "not a password" } });

/**
 * Begin a sign-in and withhold the body that the server has requested: it is in progress until `end` is called with the
 * body.
 */
async function beginRequest({
  port,
}: ReadyServer): Promise<{ sent: ClientRequest; response: Promise<IncomingMessage> }> {
  const sent = request({
    host: "127.0.0.1",
    port,
    method: "POST",
    path: "/api/console/session.json",
    headers: {
      host: `admin.souk.localhost:${port}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "sec-fetch-site": "same-origin",
      expect: "100-continue",
    },
  });
  const response = once(sent, "response").then(([message]) => message as IncomingMessage);
  response.catch(() => undefined);
  await once(sent, "continue");
  return { sent, response };
}

async function startStopping(t: TestContext) {
  const server = await startServerProcess(t, { dataDir });
  const underWay = await beginRequest(server);
  server.child.kill("SIGTERM");
  await eventually(() =>
    readReadyFile(dataDir).then(
      () => false,
      () => true,
    ),
  );
  return { server, ...underWay };
}

test("SIGTERM lets the request in progress finish, closes connections and exits 0", async (t) => {
  const { server, sent, response } = await startStopping(t);
  const checkHealth = () => server.client.request(`http://admin.souk.localhost:${server.port}/health/live`);
  // Until the listener is closed, a connection made a moment before is still answered or aborted.
  await eventually(() =>
    checkHealth().then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === "ECONNREFUSED",
    ),
  );
  sent.end(body);
  const { statusCode, headers } = await response;
  assert.deepEqual([statusCode, headers.connection], [401, "close"]);
  assert.equal(await server.ended, 0);
});

test("a later second signal aborts requests, an immediate duplicate does not", async (t) => {
  const { server, response } = await startStopping(t);
  server.child.kill("SIGTERM");
  await sleep(1_200);
  assert.equal(server.child.exitCode, null, "still waiting for the request");
  const startedAt = performance.now();
  server.child.kill("SIGTERM");
  await assert.rejects(response, { code: "ECONNRESET" });
  assert.equal(await server.ended, 0);
  assert.ok(performance.now() - startedAt < 25_000, "the server waited for the full stop time");
});

/** Build Node's option that runs a script before the program. */
const toImportFlag = (script: string) => `--import=data:text/javascript,${encodeURIComponent(script)}`;

test("a server continues when the reader of its output ends", async (t) => {
  const script = "process.on('SIGUSR2', () => process.stdout.write('said'))";
  const server = await startServerProcess(t, { dataDir, env: { NODE_OPTIONS: toImportFlag(script) } });
  server.child.stdout?.destroy();
  server.child.stderr?.destroy();
  const late = setTimeout(() => server.child.kill("SIGKILL"), 30_000);
  t.after(() => clearTimeout(late));
  server.child.kill("SIGUSR2");
  // The signal has been handled before the second request.
  const checkHealth = () => server.client.request(`http://admin.souk.localhost:${server.port}/health/live`);
  assert.deepEqual([(await checkHealth()).status, (await checkHealth()).status], [200, 200]);
  // The output of stopping has no reader.
  server.child.kill("SIGTERM");
  assert.equal(await server.ended, 0);
});

test("an uncaught error is logged, and the server releases everything and exits 1", async (t) => {
  const script = "process.on('SIGUSR2', () => { throw new Error('planted'); })";
  const server = await startServerProcess(t, { dataDir, env: { NODE_OPTIONS: toImportFlag(script) } });
  server.child.kill("SIGUSR2");
  assert.equal(await server.ended, 1);
  const fatal = server.output.stdout.split("\n").find((line) => line.includes("Uncaught error.")) ?? "{}";
  const { level, err } = JSON.parse(fatal) as { level: number; err: { message: string; stack: string } };
  assert.deepEqual([level, err.message], [60, "planted"]);
  assert.match(err.stack, /^Error: planted\n {4}at /);
  await assert.rejects(readReadyFile(dataDir), { code: "ENOENT" });
  const next = await startServerProcess(t, { dataDir });
  assert.equal(await next.end(), 0);
});
