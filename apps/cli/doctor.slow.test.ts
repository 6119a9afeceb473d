import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually, findFreePort, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type ProgramResult, runProgram } from "./testing/run-program.ts";

const root = join(import.meta.dirname, "../..");
let parent: string;
let testing: TestPlatform;

before(async () => {
  parent = await mkdtemp(join(tmpdir(), "souk-doctor-"));
  // If the test runs as root, PostgreSQL runs as another user, who must be able to traverse the folder.
  await chmod(parent, 0o755);
  testing = await startTestPlatform();
});
after(async () => {
  await testing.stop();
  await rm(parent, { recursive: true });
});

/** Run `souk doctor`. @param folder the name of the data directory */
async function runDoctor(folder: string, variables: Record<string, string> = {}): Promise<ProgramResult> {
  const env = {
    SOUK_DATA_DIR: join(parent, folder),
    SOUK_PORT: String(await findFreePort()),
    ...variables,
  };
  return runProgram([process.execPath, join(root, "apps/cli/main.ts"), "doctor"], { cwd: root, env });
}

/** Create a data directory with a ready.json and the secret key of the test platform, as if the platform were its server. */
async function createRunningDirectory(): Promise<string> {
  const dataDir = join(parent, "running");
  await mkdir(dataDir);
  const { addresses, port, secretKey } = testing;
  const ready = {
    pid: process.pid,
    started_at: "2026-11-21T00:00:00.000Z",
    version: "0.1.0",
    addresses: {
      admin: addresses.adminOrigin,
      partners: addresses.partnersOrigin,
      store: addresses.storeOrigin("{handle}"),
    },
    listening: [{ address: "127.0.0.1", port }],
  };
  await writeFile(join(dataDir, "ready.json"), JSON.stringify(ready));
  await writeFile(join(dataDir, "secret.key"), secretKey.toString("hex"), { mode: 0o600 });
  return "running";
}

test("`souk doctor` reports a running server as healthy", async () => {
  const { code, stdout } = await runDoctor(await createRunningDirectory());
  assert.equal(code, 0, stdout);
  assert.match(
    stdout,
    /ok {4}The server \(process \d+, version 0\.1\.0\) has been running since .* and is ready\./,
  );
  assert.match(stdout, /\nAll checks passed\.\n$/);
});

test("`souk doctor` reports problems and how to fix them", async () => {
  const brokenDataDir = join(parent, "broken");
  await mkdir(brokenDataDir);
  await writeFile(join(brokenDataDir, "secret.key"), "ab".repeat(32), { mode: 0o644 });
  const { code, stdout } = await runDoctor("broken", {
    SOUK_PORT: String(testing.port),
    DATABASE_URL: "postgresql://souk:hunter2@127.0.0.1:1/souk",
  });
  assert.equal(code, 1);
  assert.match(stdout, /FAIL {2}Other users can read .*secret\.key\. Run chmod 600/);
  assert.match(stdout, /FAIL {2}Port \d+ cannot be used \(EADDRINUSE\)\. Choose another with SOUK_PORT\./);
  assert.match(stdout, /FAIL {2}DATABASE_URL does not connect to a usable database: .*ECONNREFUSED/);
  assert.match(stdout, /\n3 of these checks failed\.\n$/);
  assert.doesNotMatch(stdout, /hunter2/);
});

test("`souk doctor` reports that production would not start with the demo's accounts", async () => {
  const dataDir = join(parent, "demo-in-production");
  const server = spawn(process.execPath, [join(root, "apps/server/main.ts")], {
    cwd: root,
    env: {
      SOUK_DATA_DIR: dataDir,
      SOUK_PORT: String(await findFreePort()),
      SOUK_MODE: "development",
      SOUK_DEMO_APP: "off",
    },
  });
  const ended = once(server, "exit");
  try {
    await eventually(() => readFile(join(dataDir, "ready.json")), { timeoutMs: 60_000 });
  } finally {
    server.kill("SIGTERM");
    await ended;
  }
  const inDevelopment = await runDoctor("demo-in-production");
  assert.match(inDevelopment.stdout, /ok {4}The database can be used in development\./);
  assert.equal(inDevelopment.code, 0, inDevelopment.stdout);
  const inProduction = await runDoctor("demo-in-production", { SOUK_MODE: "production" });
  assert.match(
    inProduction.stdout,
    /FAIL {2}A server in production would not start\. The database has the demo's/,
  );
  assert.equal(inProduction.code, 1);
});

test("`souk doctor` says whether other machines can reach a development server", async () => {
  const local = await runDoctor("settings");
  assert.match(local.stdout, /ok {4}Only this machine can reach the development server\./);
  assert.equal(local.code, 0, local.stdout);
  const reachable = { SOUK_PUBLIC_URL: "https://shops.example:8443", SOUK_HOST: "127.0.0.1, 0.0.0.0" };
  const rejected = await runDoctor("settings", reachable);
  assert.match(
    rejected.stdout,
    /FAIL {2}A development server does not start at shops\.example, 0\.0\.0\.0, which other machines can reach\./,
  );
  assert.equal(rejected.code, 1);
  const allowed = await runDoctor("settings", { ...reachable, SOUK_DEV_PUBLIC: "1" });
  assert.match(allowed.stdout, /ok {4}Other machines can reach the development server at shops\.example, /);
  assert.equal(allowed.code, 0, allowed.stdout);
});

test("`souk doctor` in production recommends different domains for the admin and the stores", async () => {
  const production = { SOUK_MODE: "production", SOUK_DOMAIN: "shops.example" };
  const shared = await runDoctor("settings", production);
  assert.match(
    shared.stdout,
    /note {2}The admin is on the domain of the stores, shops\.example\. .*Set SOUK_ADMIN_DOMAIN/,
  );
  assert.equal(shared.code, 0, shared.stdout);
  const separate = await runDoctor("settings", { ...production, SOUK_ADMIN_DOMAIN: "shops-admin.example" });
  assert.match(
    separate.stdout,
    /ok {4}The admin is on shops-admin\.example, not on the domain of the stores\./,
  );
});
