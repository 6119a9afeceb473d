import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createFakeClock, createTestDatabase, type TestDatabase } from "@souk/testkit";
import { createDiskStorage } from "./disk-storage.ts";
import { removeDueFiles, scheduleFileRemovals } from "./file-removals.ts";

// No platform runs on this database, so no other process removes the files.
let testDatabase: TestDatabase;
let folder: string;

before(async () => {
  testDatabase = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "souk-removals-"));
});
after(async () => {
  await testDatabase.stop();
  await rm(folder, { recursive: true });
});

test("resized copies that are stored after the removal of their image are removed an hour later", async () => {
  const { database } = testDatabase;
  const storage = createDiskStorage(folder, createFakeClock());
  const [path, copyPath] = ["/products/1/a.png", "/renditions/160/products/1/a.png.webp"];
  const removeFiles = () => removeDueFiles(database, { storage, listDerivedFiles: () => [copyPath] });
  const put = (filePath: string) => storage.put(filePath, Buffer.from("image"), "image/webp");
  const listRemovals = () =>
    database.many(
      "select path, attempts, due_at > now() + interval '59 minutes' as is_due_in_an_hour from file_removals",
    );
  await put(path);
  await scheduleFileRemovals(database, 1, { paths: [path] });
  await removeFiles();
  assert.equal(await storage.getSize(path), null);
  assert.deepEqual(await listRemovals(), [{ path, attempts: 1, is_due_in_an_hour: true }]);
  await put(copyPath);
  await removeFiles();
  assert.notEqual(await storage.getSize(copyPath), null, "the second removal is not due yet");
  await database.query("update file_removals set due_at = now()");
  await removeFiles();
  assert.equal(await storage.getSize(copyPath), null);
  assert.deepEqual(await listRemovals(), []);
});
