import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createTestDatabase, type TestDatabase } from "@souk/testkit";
import { checkSecretKey } from "./check-secret-key.ts";
import { StartError } from "./start-error.ts";

let testing: TestDatabase;

before(async () => {
  testing = await createTestDatabase();
});

after(() => testing.stop());

test("a database accepts only its first secret key; the error names both keys", async () => {
  const { database } = testing;
  await Promise.all([checkSecretKey(database, "aaaa1111"), checkSecretKey(database, "aaaa1111")]);
  await checkSecretKey(database, "aaaa1111");
  await assert.rejects(checkSecretKey(database, "bbbb2222"), (error: unknown) => {
    assert.ok(error instanceof StartError);
    assert.match(error.message, /belong to the secret key aaaa1111, but this server has the key bbbb2222/);
    return true;
  });
});
