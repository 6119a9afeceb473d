import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { seedStore, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { keepFiles, registerPendingFiles, removeDueFiles } from "./file-removals.ts";

let testPlatform: TestPlatform;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api", config: { quotas: { file_bytes: 30_000 } } });
});
after(() => testPlatform.stop());

const quotaExceededError = { name: "ApiError", code: "quota_exceeded" };

test("a file that is about to be stored counts toward the store's quota until the file belongs to a record or is removed", async () => {
  const { database, platform } = testPlatform;
  const { id } = await seedStore(testPlatform);
  const register = (path: string, size: number) => registerPendingFiles(database, id, [{ path, size }]);
  const removeFiles = async () => {
    await database.query("update file_removals set due_at = now() where store_id = $1", [id]);
    await removeDueFiles(database, { storage: platform.files.storage, listDerivedFiles: () => [] });
  };
  const results = await Promise.allSettled(["/a", "/b", "/c"].map((path) => register(path, 14_000)));
  assert.deepEqual(results.map(({ status }) => status).sort(), ["fulfilled", "fulfilled", "rejected"]);
  await assert.rejects(register("/d", 14_000), quotaExceededError);
  // A process that crashed never calls `keepFiles`.
  await removeFiles();
  await register("/d", 30_000);
  await assert.rejects(register("/e", 1), quotaExceededError);
  assert.equal(await database.transaction((tx) => keepFiles(tx, id, ["/d"])), true);
  await register("/e", 30_000);
});
