import assert from "node:assert/strict";
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ConfigError } from "./config-error.ts";
import { readConfig } from "./read-config.ts";
import { readSecrets } from "./secrets.ts";

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "souk-secrets-"));
});

after(() => rm(folder, { recursive: true }));

function secretsIn(name: string, env: Record<string, string> = {}): Promise<{ secretKey: Buffer }> {
  return readSecrets(readConfig({ SOUK_DATA_DIR: join(folder, name), ...env }));
}

test("a key is made once, readable by its owner alone, and the same at later starts", async () => {
  const first = await secretsIn("once");
  assert.equal(first.secretKey.length, 32);
  assert.equal((await stat(join(folder, "once", "secret.key"))).mode & 0o777, 0o600);
  assert.deepEqual(await secretsIn("once"), first);
});

test("concurrent starts agree on one key and leave no draft", async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => secretsIn("race")));
  assert.equal(new Set(keys.map(({ secretKey }) => secretKey.toString("hex"))).size, 1);
  assert.deepEqual(await readdir(join(folder, "race")), ["secret.key"]);
});

test("a configured key is used and written nowhere", async () => {
  const key = "ab".repeat(32);
  assert.equal((await secretsIn("given", { SOUK_SECRET_KEY: key })).secretKey.toString("hex"), key);
  await assert.rejects(stat(join(folder, "given")), { code: "ENOENT" });
});

test("a key file that others may read stops the start", async () => {
  await secretsIn("open");
  await chmod(join(folder, "open", "secret.key"), 0o644);
  await assert.rejects(secretsIn("open"), (error: unknown) => {
    assert.ok(error instanceof ConfigError);
    assert.match(error.message, /is readable by other users\. Run chmod 600/);
    return true;
  });
});

test("a damaged key file is never written over", async () => {
  await secretsIn("damaged");
  await writeFile(join(folder, "damaged", "secret.key"), "");
  await assert.rejects(secretsIn("damaged"), /does not contain a key of 64 hexadecimal digits/);
});
