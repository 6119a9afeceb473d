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
/** The temporary folder with the data directories of the tests. */
let temporaryFolder: string;
let testPlatform: TestPlatform;

before(async () => {
  temporaryFolder = await mkdtemp(join(tmpdir(), "souk-doctor-"));
  // If the test runs as root, PostgreSQL runs as another user, who must be able to traverse the folder.
  await chmod(temporaryFolder, 0o755);
  testPlatform = await startTestPlatform();
});
after(async () => {
  await testPlatform.stop();
  await rm(temporaryFolder, { recursive: true });
});

/** Run `souk doctor`. @param folder the name of the data directory */
async function runDoctor(folder: string, variables: Record<string, string> = {}): Promise<ProgramResult> {
  const env = {
    SOUK_DATA_DIR: join(temporaryFolder, folder),
    SOUK_PORT: String(await findFreePort()),
    ...variables,
  };
  return runProgram([process.execPath, join(root, "apps/cli/main.ts"), "doctor"], { cwd: root, env });
}

/** Create a data directory with a ready.json and the secret key of the test platform, as if the platform were its server. */
async function createDirectoryOfRunningServer(): Promise<string> {
  const dataDir = join(temporaryFolder, "running");
  await mkdir(dataDir);
  const { addresses, port, secretKey } = testPlatform;
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
  const { code, stdout } = await runDoctor(await createDirectoryOfRunningServer());
  assert.equal(code, 0, stdout);
  assert.match(
    stdout,
    /ok {4}The server \(process \d+, version 0\.1\.0\) has been running since .* and is ready\./,
  );
  assert.match(stdout, /\nAll checks passed\.\n$/);
});

test("`souk doctor` reports problems and how to fix them", async () => {
  const brokenDataDir = join(temporaryFolder, "broken");
  await mkdir(brokenDataDir);
  await writeFile(join(brokenDataDir, "secret.key"), "ab".repeat(32), { mode: 0o644 });
  const { code, stdout } = await runDoctor("broken", {
    SOUK_PORT: String(testPlatform.port),
    DATABASE_URL: "postgresql://souk:hunter2@127.0.0.1:1/souk",
  });
  assert.equal(code, 1);
  assert.match(stdout, /FAIL {2}Other users can read .*secret\.key\. Run chmod 600/);
  assert.match(stdout, /FAIL {2}Port \d+ cannot be used \(EADDRINUSE\)\. Choose another with SOUK_PORT\./);
  assert.match(stdout, /FAIL {2}DATABASE_URL does not connect to a usable database: .*ECONNREFUSED/);
  assert.match(stdout, /\n3 of these checks failed\.\n$/);
  assert.doesNotMatch(stdout, /hunter2/);
});

test("`souk doctor` reports that a production server would not start because of the demo's accounts", async () => {
  const dataDir = join(temporaryFolder, "demo-in-production");
  const server = spawn(process.execPath, [join(root, "apps/server/main.ts")], {
    cwd: root,
    env: {
      SOUK_DATA_DIR: dataDir,
      SOUK_PORT: String(await findFreePort()),
      SOUK_MODE: "development",
      SOUK_DEMO_APP: "off",
    },
  });
  const exitEvent = once(server, "exit");
  try {
    await eventually(() => readFile(join(dataDir, "ready.json")), { timeoutMs: 60_000 });
  } finally {
    server.kill("SIGTERM");
    await exitEvent;
  }
  const developmentResult = await runDoctor("demo-in-production");
  assert.match(developmentResult.stdout, /ok {4}The database can be used in development\./);
  assert.equal(developmentResult.code, 0, developmentResult.stdout);
  const productionResult = await runDoctor("demo-in-production", { SOUK_MODE: "production" });
  assert.match(
    productionResult.stdout,
    /FAIL {2}A server in production would not start\. The database has the demo's/,
  );
  assert.equal(productionResult.code, 1);
});

test("`souk doctor` says whether other machines can reach a development server", async () => {
  const localResult = await runDoctor("settings");
  assert.match(localResult.stdout, /ok {4}Only this machine can reach the development server\./);
  assert.equal(localResult.code, 0, localResult.stdout);
  const reachableSettings = {
    SOUK_PUBLIC_URL: "https://shops.example:8443",
    SOUK_HOST: "127.0.0.1, 0.0.0.0",
  };
  const rejectedResult = await runDoctor("settings", reachableSettings);
  assert.match(
    rejectedResult.stdout,
    /FAIL {2}A development server does not start at shops\.example, 0\.0\.0\.0, which other machines can reach\./,
  );
  assert.equal(rejectedResult.code, 1);
  const allowedResult = await runDoctor("settings", { ...reachableSettings, SOUK_DEV_PUBLIC: "1" });
  assert.match(
    allowedResult.stdout,
    /ok {4}Other machines can reach the development server at shops\.example, /,
  );
  assert.equal(allowedResult.code, 0, allowedResult.stdout);
});

test("`souk doctor` in production recommends different domains for the admin and the stores", async () => {
  const productionSettings = { SOUK_MODE: "production", SOUK_DOMAIN: "shops.example" };
  const sharedDomainResult = await runDoctor("settings", productionSettings);
  assert.match(
    sharedDomainResult.stdout,
    /note {2}The admin is on the domain of the stores, shops\.example\. .*Set SOUK_ADMIN_DOMAIN/,
  );
  assert.equal(sharedDomainResult.code, 0, sharedDomainResult.stdout);
  const separateDomainsResult = await runDoctor("settings", {
    ...productionSettings,
    SOUK_ADMIN_DOMAIN: "shops-admin.example",
  });
  assert.match(
    separateDomainsResult.stdout,
    /ok {4}The admin is on shops-admin\.example, not on the domain of the stores\./,
  );
});
