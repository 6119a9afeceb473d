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

function readSecretsIn(name: string, env: Record<string, string> = {}): ReturnType<typeof readSecrets> {
  return readSecrets(readConfig({ SOUK_DATA_DIR: join(folder, name), ...env }));
}

test("the secret key is created once, readable only by its owner, and then reused", async () => {
  const firstSecrets = await readSecretsIn("once");
  assert.equal(firstSecrets.secretKey.length, 32);
  assert.equal((await stat(join(folder, "once", "secret.key"))).mode & 0o777, 0o600);
  assert.deepEqual(await readSecretsIn("once"), firstSecrets);
});

test("concurrent first starts use the same new secret key and leave no temporary file", async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => readSecretsIn("race")));
  assert.equal(new Set(keys.map(({ secretKey }) => secretKey.toString("hex"))).size, 1);
  assert.deepEqual(await readdir(join(folder, "race")), ["secret.key"]);
});

test("a configured secret key is used and not stored", async () => {
  const key = "ab".repeat(32);
  assert.equal((await readSecretsIn("given", { SOUK_SECRET_KEY: key })).secretKey.toString("hex"), key);
  await assert.rejects(stat(join(folder, "given")), { code: "ENOENT" });
});

test("a secret key file can have several keys, the new one in the first line", async () => {
  await readSecretsIn("several");
  const path = join(folder, "several", "secret.key");
  const [newKey, oldKey] = ["ab".repeat(32), "cd".repeat(32)];
  await writeFile(path, `${newKey}\n${oldKey}\n`);
  const { secretKey, formerSecretKeys } = await readSecretsIn("several");
  assert.deepEqual(
    [secretKey, ...formerSecretKeys].map((key) => key.toString("hex")),
    [newKey, oldKey],
  );
});

test("a secret key file that other users can read is rejected", async () => {
  await readSecretsIn("open");
  await chmod(join(folder, "open", "secret.key"), 0o644);
  await assert.rejects(readSecretsIn("open"), (error: unknown) => {
    assert.ok(error instanceof ConfigError);
    assert.match(error.message, /is readable by other users\. Run chmod 600/);
    return true;
  });
});

test("a secret key file without a key is rejected", async () => {
  await readSecretsIn("damaged");
  await writeFile(join(folder, "damaged", "secret.key"), "");
  await assert.rejects(readSecretsIn("damaged"), /does not contain a key of 64 hexadecimal digits/);
});
