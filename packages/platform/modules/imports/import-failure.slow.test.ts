import assert from "node:assert/strict";
import { fstatSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { createStoreApi, type StoreApi } from "../../http/testing/store-api.ts";
import { createImportFixture, type ImportFixture } from "./testing/import-fixture.ts";

let testPlatform: TestPlatform;
let api: StoreApi;
let fixture: ImportFixture;

before(async () => {
  testPlatform = await startTestPlatform({ toleratesErrors: true });
  api = await createStoreApi(testPlatform);
  fixture = createImportFixture(api);
});

after(() => testPlatform.stop());

/** Load the path of an import's uploaded file. */
async function findFilePath(id: number): Promise<string> {
  const row = await testPlatform.database.maybeOne<{ path: string }>(
    "select path from imports where store_id = $1 and id = $2",
    [api.store.id, id],
  );
  return join(testPlatform.config.dataDir, "files", row?.path ?? assert.fail());
}

test("an import whose runs all fail at the same row fails for good, and its file is deleted", async () => {
  const { database, log } = testPlatform;
  await database.query(`create function break_one() returns trigger language plpgsql as
    $$ begin if new.handle = 'breaks' then raise exception 'why'; end if; return new; end $$`);
  await database.query(
    "create trigger break_one before insert on products for each row execute function break_one()",
  );
  const { id } = await fixture.checkFile("handle,title\nbreaks,Breaks\n");
  const file = await findFilePath(id);
  await fixture.confirm(id);
  const hasFailed = async (): Promise<boolean> => {
    // Skip the pauses between the runs.
    await database.query("update long_jobs set leased_until = null where owner is null");
    return (await fixture.loadImport(id)).status === "failed";
  };
  await eventually(hasFailed, { timeoutMs: 60_000 });
  assert.match((await fixture.loadImport(id)).error ?? "", /on our side/);
  // A job that makes no progress fails after five runs.
  assert.equal(log.lines.filter(({ message }) => message.startsWith("A job failed.")).length, 5);
  const jobsText = "select 1 from long_jobs where store_id = $1";
  assert.equal((await database.query(jobsText, [api.store.id])).rowCount, 0);
  await eventually(
    () =>
      stat(file)
        .then(() => false)
        .catch(() => true),
    { timeoutMs: 60_000 },
  );
});

/** Return whether this process has a file open, among its first 1,000 file descriptors. */
function isFileOpen(inode: number): boolean {
  return Array.from({ length: 1_000 }, (_, index) => index).some((descriptor) => {
    try {
      return fstatSync(descriptor).ino === inode;
    } catch {
      return false;
    }
  });
}

test("an import closes a file whose first row is rejected", async () => {
  const { id } = await fixture.upload(`title,price\n${"Mug,5\n".repeat(100_000)}`);
  const { ino } = await stat(await findFilePath(id));
  assert.equal((await fixture.waitUntilSettled(id)).status, "failed");
  await eventually(() => Promise.resolve(!isFileOpen(ino)));
});
