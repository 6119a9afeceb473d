import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { test } from "node:test";
import { readReadyFile } from "./ready-file.ts";
import { dataDirectories } from "./testing/data-directories.ts";
import { spawnServer, startServerProcess } from "./testing/server-process.ts";
import { visitor } from "./testing/visitor.ts";

const newDataDir = dataDirectories();
const account = { email: "owner@start.test", password: "a password for tests", name: "Owner" };

test("a server says where it is, stops on SIGTERM, and a second start on the same data directory has the same data", async (t) => {
  const dataDir = newDataDir();
  const first = await startServerProcess(t, { dataDir });
  assert.deepEqual(first.ready.listening, [{ address: "127.0.0.1", port: first.port }]);
  assert.equal(await visitor(first).signUp(account), 200);
  assert.equal(await first.end("SIGTERM"), 0);
  await assert.rejects(readReadyFile(dataDir), { code: "ENOENT" });

  const second = await startServerProcess(t, { dataDir });
  assert.equal(await visitor(second).signIn(account), 200);
  assert.equal(await second.end("SIGINT"), 0);
});

test("a second server on the same data directory says so and stops, and the first goes on", async (t) => {
  const dataDir = newDataDir();
  const first = await startServerProcess(t, { dataDir });
  const second = await spawnServer(t, { dataDir });
  assert.equal(await second.ended, 1);
  assert.match(
    second.output.stderr,
    /^The data directory .* is in use by process \d+; stop that one first[^\n]*\n$/,
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

test("after kill -9 the next start takes up the data, and nothing of the killed one is left", async (t) => {
  const dataDir = newDataDir();
  const killed = await startServerProcess(t, { dataDir });
  assert.equal(await visitor(killed).signUp(account), 200);
  await killed.end("SIGKILL");
  assert.equal((await readReadyFile(dataDir)).pid, killed.child.pid, "a killed server cannot tidy up");
  const next = await startServerProcess(t, { dataDir });
  assert.equal(await visitor(next).signIn(account), 200);
  assert.equal(await next.end(), 0);
});

test("a bad value stops the start in one sentence each, before anything is made", async (t) => {
  const dataDir = newDataDir();
  const env = { SOUK_MODE: "live", SOUK_RATE_LIMIT_REFILL: "many" };
  const { ended, output } = await spawnServer(t, { dataDir, env });
  assert.equal(await ended, 1);
  assert.deepEqual(output.stderr.split("\n"), [
    'SOUK_MODE is "live", but it takes development or production.',
    'SOUK_RATE_LIMIT_REFILL is "many", but it takes a number above 0 and at most 1000000.',
    "",
  ]);
  await assert.rejects(stat(dataDir), { code: "ENOENT" });
});

test("a word of the command line that means nothing stops the start with what it takes", async (t) => {
  const dataDir = newDataDir();
  const bad = await spawnServer(t, { dataDir, args: ["--only", "sending"] });
  assert.equal(await bad.ended, 1);
  assert.equal(bad.output.stderr, '--only is "sending", but it takes api or delivery.\n');
  const help = await spawnServer(t, { dataDir, args: ["--help"] });
  assert.equal(await help.ended, 0);
  assert.match(help.output.stdout, /^Usage: npm start/);
});
