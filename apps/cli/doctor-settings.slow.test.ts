import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { findFreePort } from "@souk/testkit";
import { runProgram } from "./testing/run-program.ts";

let parent: string;
let env: Record<string, string>;

before(async () => {
  parent = await mkdtemp(join(tmpdir(), "souk-doctor-"));
  env = { SOUK_DATA_DIR: join(parent, "data"), SOUK_PORT: String(await findFreePort()) };
});
after(() => rm(parent, { recursive: true }));

const root = join(import.meta.dirname, "../..");

/** Run `souk doctor` with these environment variables. */
const runDoctor = (variables: Record<string, string> = {}) =>
  runProgram([process.execPath, join(root, "apps/cli/main.ts"), "doctor"], {
    cwd: root,
    env: { ...env, ...variables },
  });

test("souk doctor says whether other machines can reach a development server", async () => {
  const local = await runDoctor();
  assert.match(local.stdout, /ok {4}Only this machine can reach the development server\./);
  assert.equal(local.code, 0, local.stdout);
  const reachable = { SOUK_PUBLIC_URL: "https://shops.example:8443", SOUK_HOST: "127.0.0.1, 0.0.0.0" };
  const rejected = await runDoctor(reachable);
  assert.match(
    rejected.stdout,
    /FAIL {2}A development server does not start at shops\.example, 0\.0\.0\.0, which other machines can reach\./,
  );
  assert.equal(rejected.code, 1);
  const allowed = await runDoctor({ ...reachable, SOUK_DEV_PUBLIC: "1" });
  assert.match(allowed.stdout, /ok {4}Other machines can reach the development server at shops\.example, /);
  assert.equal(allowed.code, 0, allowed.stdout);
});

test("souk doctor recommends another domain for the admin than for the stores in production", async () => {
  const production = { SOUK_MODE: "production", SOUK_DOMAIN: "shops.example" };
  const shared = await runDoctor(production);
  assert.match(
    shared.stdout,
    /note {2}The admin is on the domain of the stores, shops\.example\. .*Set SOUK_ADMIN_DOMAIN/,
  );
  assert.equal(shared.code, 0, shared.stdout);
  const separate = await runDoctor({ ...production, SOUK_ADMIN_DOMAIN: "shops-admin.example" });
  assert.match(
    separate.stdout,
    /ok {4}The admin is on shops-admin\.example, another domain than the stores\./,
  );
});
