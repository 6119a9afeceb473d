import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { findFreePort } from "@souk/testkit";

/** Start the template's main program without changes. */
function startTemplate(t: TestContext, port: number): ChildProcess & { stderr: NodeJS.ReadableStream } {
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

test("the template's app stops while a browser holds an idle connection", async (t) => {
  const port = await findFreePort();
  const program = startTemplate(t, port);
  await once(program.stdout ?? assert.fail(), "data");
  const idleConnection = connect(port, "127.0.0.1");
  t.after(() => idleConnection.destroy());
  await once(idleConnection, "connect");
  program.kill("SIGTERM");
  const [code] = await Promise.race([
    once(program, "exit"),
    once(AbortSignal.timeout(10_000), "abort").then(() => assert.fail("the app did not stop")),
  ]);
  assert.equal(code, 0);
});

test("the template's app reports in one line that its port is in use", async (t) => {
  const port = await findFreePort();
  const firstApp = startTemplate(t, port);
  await once(firstApp.stdout ?? assert.fail(), "data");
  const secondApp = startTemplate(t, port);
  assert.equal(await text(secondApp.stderr), `listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`);
});
