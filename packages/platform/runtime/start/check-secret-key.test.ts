import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createTestDatabase, type TestDatabase } from "@souk/testkit";
import { checkSecretKey } from "./check-secret-key.ts";
import { StartError } from "./start-error.ts";

let testDatabase: TestDatabase;

before(async () => {
  testDatabase = await createTestDatabase();
});

after(() => testDatabase.stop());

test("a server with another secret key than the database's can't start, and the error names both keys", async () => {
  const { database } = testDatabase;
  await Promise.all([
    checkSecretKey(database, { keyId: "aaaa1111", keyIds: ["aaaa1111"] }),
    checkSecretKey(database, { keyId: "aaaa1111", keyIds: ["aaaa1111"] }),
  ]);
  await checkSecretKey(database, { keyId: "aaaa1111", keyIds: ["aaaa1111"] });
  await assert.rejects(
    checkSecretKey(database, { keyId: "bbbb2222", keyIds: ["bbbb2222"] }),
    (error: unknown) => {
      assert.ok(error instanceof StartError);
      assert.match(error.message, /belong to the secret key aaaa1111, but this server has the key bbbb2222/);
      return true;
    },
  );
});

test("after a change of the secret key, a server needs both the new key and the former one", async () => {
  const { database } = testDatabase;
  await checkSecretKey(database, { keyId: "cccc3333", keyIds: ["cccc3333", "aaaa1111"] });
  await checkSecretKey(database, { keyId: "aaaa1111", keyIds: ["aaaa1111", "cccc3333"] });
  for (const keyId of ["aaaa1111", "cccc3333"])
    await assert.rejects(checkSecretKey(database, { keyId, keyIds: [keyId] }), StartError);
});
