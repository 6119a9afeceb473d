import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, seedStore, startTestPlatform } from "@souk/testkit";

test("an email whose variables cannot be decrypted fails after five attempts", async (t) => {
  const testPlatform = await startTestPlatform({ toleratesErrors: true });
  t.after(() => testPlatform.stop());
  const { database } = testPlatform;
  const { id: storeId } = await seedStore(testPlatform);
  await database.query(
    `insert into mails (store_id, order_id, kind, recipient, subject, key_id, data_key, ciphertext, state, due_at, attempts)
     values ($1, 1, 'shipping_confirmation', 'sealed@guests.test', '', 'unknown', '', '', 'unrendered', now(), 4)`,
    [storeId],
  );
  const readEmail = () =>
    database.one<{ state: string; attempts: number; error: string | null }>(
      "select state, attempts, error from mails where recipient = 'sealed@guests.test'",
    );
  await eventually(async () => (await readEmail()).attempts === 5);
  assert.equal((await readEmail()).state, "unrendered");
  await database.query("update mails set due_at = now() where recipient = 'sealed@guests.test'");
  await eventually(async () => (await readEmail()).state === "failed");
  assert.equal((await readEmail()).error, "The email could not be rendered.");
});
