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

/** Begins a sign-in and holds back its body, for which the server has asked: it is under way until `end` is called with it. */
async function beginRequest({
  port,
}: ReadyServer): Promise<{ sent: ClientRequest; answer: Promise<IncomingMessage> }> {
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
  const answer = once(sent, "response").then(([response]) => response as IncomingMessage);
  answer.catch(() => undefined);
  await once(sent, "continue");
  return { sent, answer };
}

async function stopping(t: TestContext) {
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

test("SIGTERM takes no new connection, answers the request under way, closes its connection, and exits 0", async (t) => {
  const { server, sent, answer } = await stopping(t);
  const ask = () => server.client.request(`http://admin.souk.localhost:${server.port}/health/live`);
  // Until the door is shut, one that came a moment before is still answered or broken off.
  await eventually(() =>
    ask().then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === "ECONNREFUSED",
    ),
  );
  sent.end(body);
  const { statusCode, headers } = await answer;
  assert.deepEqual([statusCode, headers.connection], [401, "close"]);
  assert.equal(await server.ended, 0);
});

test("a second signal breaks off what is under way; the same one twice at once, as npm sends it, does not", async (t) => {
  const { server, answer } = await stopping(t);
  server.child.kill("SIGTERM");
  await sleep(1_200);
  assert.equal(server.child.exitCode, null, "still waiting for the request");
  const begin = performance.now();
  server.child.kill("SIGTERM");
  await assert.rejects(answer, { code: "ECONNRESET" });
  assert.equal(await server.ended, 0);
  assert.ok(performance.now() - begin < 25_000, "the time of a stop is waited for");
});

/** Node's option that runs a text before the program. */
const importOf = (script: string) => `--import=data:text/javascript,${encodeURIComponent(script)}`;

test("a server whose output nobody reads any more goes on, and stops when it is asked to", async (t) => {
  const script = "process.on('SIGUSR2', () => process.stdout.write('said'))";
  const server = await startServerProcess(t, { dataDir, env: { NODE_OPTIONS: importOf(script) } });
  server.child.stdout?.destroy();
  server.child.stderr?.destroy();
  const late = setTimeout(() => server.child.kill("SIGKILL"), 30_000);
  t.after(() => clearTimeout(late));
  server.child.kill("SIGUSR2");
  // It has heard the signal before the second.
  const ask = () => server.client.request(`http://admin.souk.localhost:${server.port}/health/live`);
  assert.deepEqual([(await ask()).status, (await ask()).status], [200, 200]);
  // What it says of this comes to nobody.
  server.child.kill("SIGTERM");
  assert.equal(await server.ended, 0);
});

test("an error that nobody caught is logged whole, and the server gives everything back and exits 1", async (t) => {
  const script = "process.on('SIGUSR2', () => { throw new Error('planted'); })";
  const server = await startServerProcess(t, { dataDir, env: { NODE_OPTIONS: importOf(script) } });
  server.child.kill("SIGUSR2");
  assert.equal(await server.ended, 1);
  const fatal = server.output.stdout.split("\n").find((line) => line.includes("nobody caught")) ?? "{}";
  const { level, err } = JSON.parse(fatal) as { level: number; err: { message: string; stack: string } };
  assert.deepEqual([level, err.message], [60, "planted"]);
  assert.match(err.stack, /^Error: planted\n {4}at /);
  await assert.rejects(readReadyFile(dataDir), { code: "ENOENT" });
  const next = await startServerProcess(t, { dataDir });
  assert.equal(await next.end(), 0);
});
