import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import type { Database } from "@souk/database";
import { createTestDatabase, eventually, type TestDatabase } from "@souk/testkit";
import { sealedColumns } from "../../runtime/secrets/sealed-columns.ts";
import { createVault, type Sealed, toSealedField, type Vault } from "../../runtime/secrets/vault.ts";
import { checkSecretKey } from "../../runtime/start/check-secret-key.ts";
import { rotateSecretKey } from "./rotate-secret-key.ts";

let testDatabase: TestDatabase;
let database: Database;

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const oldVault = createVault(oldKey);
const vault = createVault(newKey, [oldKey]);

before(async () => {
  testDatabase = await createTestDatabase();
  ({ database } = testDatabase);
});
after(() => testDatabase.stop());

beforeEach(async () => {
  await database.query("delete from mails");
  await database.query("delete from processes");
  await database.query("delete from settings where key in ('secret_key_id', 'secret_key_ids')");
  await checkSecretKey(database, oldVault);
});

const secret = "the text of an email";

async function insertEmails(count: number, sealingVault: Vault): Promise<void> {
  for (let index = 0; index < count; index++) {
    const { id } = await database.one<{ id: number }>(
      "select nextval(pg_get_serial_sequence('mails', 'id')) as id",
    );
    const text = sealingVault.seal(toSealedField("mails", id, "ciphertext"), secret);
    const html = sealingVault.seal(toSealedField("mails", id, "html_ciphertext"), secret);
    await database.query(
      `insert into mails (id, kind, recipient, subject, key_id, data_key, ciphertext, html_key_id, html_data_key,
         html_ciphertext, due_at) values ($1, 'any', '', '', $2, $3, $4, $5, $6, $7, now())`,
      [
        ...[id, text.key_id, text.data_key, text.ciphertext],
        ...[html.key_id, html.data_key, html.ciphertext],
      ],
    );
  }
}

/** Read the texts of all emails with only the new key. */
async function readTexts(): Promise<string[]> {
  const newVault = createVault(newKey);
  const rows = await database.many<Sealed & { id: number }>("select * from mails order by id");
  return rows.map((row) => newVault.open(toSealedField("mails", row.id, "ciphertext"), row));
}

function rotate(maxRecords: number) {
  return database.transaction((tx) => rotateSecretKey(tx, vault, maxRecords));
}

async function countRotationEvents(): Promise<number> {
  const text = "select count(*) as count from security_events where kind = 'secret_key_rotated'";
  return (await database.one<{ count: number }>(text, [])).count;
}

test("a rotation of the secret key encrypts all secrets in steps, after which the former key is not needed", async () => {
  await insertEmails(3, oldVault);
  await checkSecretKey(database, vault);
  const counts: number[] = [];
  for (;;) {
    const { rotated_count, remaining_count, is_complete, key_id } = await rotate(2);
    assert.equal(key_id, vault.keyId);
    counts.push(rotated_count, remaining_count);
    if (is_complete) break;
    assert.equal(await countRotationEvents(), 0);
    // The former key is still needed.
    await assert.rejects(checkSecretKey(database, createVault(newKey)), /belong to the secret key/);
  }
  // Three emails have six secrets. A step encrypts two of them, and counts the remaining ones.
  assert.deepEqual(counts, [2, 4, 2, 2, 2, 0]);
  await rotate(0);
  assert.equal(await countRotationEvents(), 1, "a complete rotation is one security event");
  assert.deepEqual(await readTexts(), [secret, secret, secret]);
  await checkSecretKey(database, createVault(newKey));
  await assert.rejects(checkSecretKey(database, oldVault), /belong to the secret key/);
});

test("if a step of a secret key rotation is rolled back, a later step encrypts the same secrets", async () => {
  await insertEmails(2, oldVault);
  await checkSecretKey(database, vault);
  const failedStep = database.transaction(async (tx) => {
    assert.equal((await rotateSecretKey(tx, vault, 10)).is_complete, true);
    throw new Error("the server was killed");
  });
  await assert.rejects(failedStep, /was killed/);
  assert.equal((await rotate(0)).remaining_count, 4);
  assert.equal((await rotate(10)).is_complete, true);
  assert.deepEqual(await readTexts(), [secret, secret]);
});

test("a secret key rotation that is killed in a step can be continued, and no secret is lost", async (t) => {
  await insertEmails(5, oldVault);
  await checkSecretKey(database, vault);
  const program = join(import.meta.dirname, "testing/killed-rotation.ts");
  const keys = [newKey, oldKey].map((key) => key.toString("hex"));
  const child = spawn(process.execPath, [program, testDatabase.connectionString, ...keys]);
  const exit = once(child, "exit");
  t.after(() => child.kill("SIGKILL"));
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await exit;
  const lastStep = await eventually(async () => {
    const step = await rotate(2);
    return step.is_complete ? step : null;
  });
  assert.equal(lastStep.remaining_count, 0);
  assert.deepEqual(await readTexts(), Array(5).fill(secret));
  await checkSecretKey(database, createVault(newKey));
});

test("a secret key rotation is not complete while a running process encrypts with the former key", async () => {
  await checkSecretKey(database, vault);
  const insertText =
    "insert into processes (id, role, started_at, seen_at, secret_key_id) values ($1, 'api', now(), $2, $3)";
  await database.query(insertText, ["new", new Date(), vault.keyId]);
  await database.query(insertText, ["crashed", new Date(Date.now() - 60_000), oldVault.keyId]);
  await database.query(insertText, ["old", new Date(), oldVault.keyId]);
  await database.query(insertText, ["older release", new Date(), null]);
  const incompleteStep = await rotate(10);
  assert.deepEqual([incompleteStep.is_complete, incompleteStep.old_process_count], [false, 2]);
  await insertEmails(1, oldVault);
  await database.query("delete from processes where id like 'old%'");
  assert.deepEqual((await rotate(10)).is_complete, true);
  assert.deepEqual(await readTexts(), [secret]);
});

test("rotating the secret key covers every column that has an encrypted data key", async () => {
  const rows = await database.many<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%data_key' order by 1`,
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    sealedColumns.map(({ table, data_key }) => `${table}.${data_key}`).sort(),
  );
});
