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
 * Send a sign-in request without its body, and wait until the server expects the body. The request is in progress until
 * `outgoing.end` is called with the body.
 */
async function beginRequest({
  port,
}: ReadyServer): Promise<{ outgoing: ClientRequest; response: Promise<IncomingMessage> }> {
  const outgoing = request({
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
  const response = once(outgoing, "response").then(([message]) => message as IncomingMessage);
  response.catch(() => undefined);
  await once(outgoing, "continue");
  return { outgoing, response };
}

/** Start a server, begin a request to it, send SIGTERM to it, and wait until it has begun to stop. */
async function stopServerDuringRequest(t: TestContext) {
  const server = await startServerProcess(t, { dataDir });
  const pendingRequest = await beginRequest(server);
  server.child.kill("SIGTERM");
  await eventually(() =>
    readReadyFile(dataDir).then(
      () => false,
      () => true,
    ),
  );
  return { server, ...pendingRequest };
}

test("on SIGTERM, a server finishes the request in progress and exits with code 0", async (t) => {
  const { server, outgoing, response } = await stopServerDuringRequest(t);
  const checkHealth = () => server.client.request(`http://admin.souk.localhost:${server.port}/health/live`);
  // Wait until the listener is closed. Connections opened just before that may still get a response or be aborted.
  await eventually(() =>
    checkHealth().then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === "ECONNREFUSED",
    ),
  );
  outgoing.end(body);
  const { statusCode, headers } = await response;
  assert.deepEqual([statusCode, headers.connection], [401, "close"]);
  assert.equal(await server.exitPromise, 0);
});

test("a second SIGTERM aborts requests in progress, unless it follows the first within a second", async (t) => {
  const { server, response } = await stopServerDuringRequest(t);
  // A terminal and npm can both send the same signal, so a duplicate within a second is ignored.
  server.child.kill("SIGTERM");
  await sleep(1_200);
  assert.equal(server.child.exitCode, null, "still waiting for the request");
  const secondSignalAtMs = performance.now();
  server.child.kill("SIGTERM");
  await assert.rejects(response, { code: "ECONNRESET" });
  assert.equal(await server.exitPromise, 0);
  assert.ok(performance.now() - secondSignalAtMs < 25_000, "the server waited for the full stop time");
});

/** Build the Node option that runs a script before the program. */
const buildImportOption = (script: string) => `--import=data:text/javascript,${encodeURIComponent(script)}`;

test("a server keeps running after the process that reads its output has ended", async (t) => {
  const script = "process.on('SIGUSR2', () => process.stdout.write('said'))";
  const server = await startServerProcess(t, { dataDir, env: { NODE_OPTIONS: buildImportOption(script) } });
  server.child.stdout?.destroy();
  server.child.stderr?.destroy();
  const killTimer = setTimeout(() => server.child.kill("SIGKILL"), 30_000);
  t.after(() => clearTimeout(killTimer));
  server.child.kill("SIGUSR2");
  // When the second request is handled, the signal has been handled too.
  const checkHealth = () => server.client.request(`http://admin.souk.localhost:${server.port}/health/live`);
  assert.deepEqual([(await checkHealth()).status, (await checkHealth()).status], [200, 200]);
  // While the server stops, it writes output that has no reader.
  server.child.kill("SIGTERM");
  assert.equal(await server.exitPromise, 0);
});

test("on an uncaught error, a server logs it, stops and exits with code 1", async (t) => {
  const script = "process.on('SIGUSR2', () => { throw new Error('planted'); })";
  const server = await startServerProcess(t, { dataDir, env: { NODE_OPTIONS: buildImportOption(script) } });
  server.child.kill("SIGUSR2");
  assert.equal(await server.exitPromise, 1);
  const fatalLine = server.output.stdout.split("\n").find((line) => line.includes("Uncaught error.")) ?? "{}";
  const { level, err } = JSON.parse(fatalLine) as { level: number; err: { message: string; stack: string } };
  assert.deepEqual([level, err.message], [60, "planted"]);
  assert.match(err.stack, /^Error: planted\n {4}at /);
  await assert.rejects(readReadyFile(dataDir), { code: "ENOENT" });
  const restartedServer = await startServerProcess(t, { dataDir });
  assert.equal(await restartedServer.end(), 0);
});
