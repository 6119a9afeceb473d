import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { freePort } from "@souk/testkit";

/** Starts the template's program as it stands. */
function start(t: TestContext, port: number): ChildProcess & { stderr: NodeJS.ReadableStream } {
  const program = spawn(process.execPath, [join(import.meta.dirname, "../template/main.ts")], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PORT: String(port),
      SOUK_CLIENT_ID: "a",
      SOUK_CLIENT_SECRET: "b",
      SOUK_APP_URL: `http://localhost:${port}/`,
      SOUK_STORE_DOMAIN_SUFFIX: ".souk.localhost",
    },
  });
  t.after(() => program.kill("SIGKILL"));
  return program;
}

test("the template's app stops though a browser holds a connection on which it has asked nothing", async (t) => {
  const port = await freePort();
  const program = start(t, port);
  await once(program.stdout ?? assert.fail(), "data");
  const silent = connect(port, "127.0.0.1");
  t.after(() => silent.destroy());
  await once(silent, "connect");
  program.kill("SIGTERM");
  const [code] = await Promise.race([
    once(program, "exit"),
    once(AbortSignal.timeout(10_000), "abort").then(() => assert.fail("it did not stop")),
  ]);
  assert.equal(code, 0);
});

test("the template's app says in one line that its port is taken", async (t) => {
  const port = await freePort();
  const first = start(t, port);
  await once(first.stdout ?? assert.fail(), "data");
  const second = start(t, port);
  assert.equal(await text(second.stderr), `listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`);
});
