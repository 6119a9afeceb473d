import assert from "node:assert/strict";
import { fstatSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually, type TestPlatform, testPlatform } from "@souk/testkit";
import { type ShopApi, shopApi } from "../../http/testing/shop-api.ts";
import { type ImportDesk, importDesk } from "./testing/import-desk.ts";

let testing: TestPlatform;
let api: ShopApi;
let desk: ImportDesk;

before(async () => {
  testing = await testPlatform({ toleratesErrors: true });
  api = await shopApi(testing);
  desk = importDesk(api);
});

after(() => testing.stop());

/** Where the uploaded file of an import lies. */
async function fileOf(id: number): Promise<string> {
  const { rows } = await testing.database.query<{ path: string }>(
    "select path from imports where store_id = $1 and id = $2",
    [api.shop.id, id],
  );
  return join(testing.config.dataDir, "files", rows[0]?.path ?? assert.fail());
}

test("an import that breaks at the same place in every run is given up and shown as failed, and its file is taken away", async () => {
  const { database, log } = testing;
  await database.query(`create function break_one() returns trigger language plpgsql as
    $$ begin if new.handle = 'breaks' then raise exception 'why'; end if; return new; end $$`);
  await database.query(
    "create trigger break_one before insert on products for each row execute function break_one()",
  );
  const { id } = await desk.checked("handle,title\nbreaks,Breaks\n");
  const file = await fileOf(id);
  await desk.confirm(id);
  const isGivenUp = async (): Promise<boolean> => {
    // The pauses between the runs pass at once.
    await database.query("update long_jobs set leased_until = null where owner is null");
    return (await desk.shown(id)).status === "failed";
  };
  await eventually(isGivenUp, { within: 60_000 });
  assert.match((await desk.shown(id)).error ?? "", /on our side/);
  assert.equal(log.lines.filter(({ message }) => message.startsWith("A job failed.")).length, 5);
  const jobs = "select 1 from long_jobs where store_id = $1";
  assert.equal((await database.query(jobs, [api.shop.id])).rowCount, 0);
  await eventually(
    () =>
      stat(file)
        .then(() => false)
        .catch(() => true),
    { within: 60_000 },
  );
});

/** Whether this process has a file open, of those that it had room for among its first thousand. */
function isOpen(inode: number): boolean {
  return Array.from({ length: 1_000 }, (_, at) => at).some((descriptor) => {
    try {
      return fstatSync(descriptor).ino === inode;
    } catch {
      return false;
    }
  });
}

test("a file whose heading is refused is not kept open", async () => {
  const { id } = await desk.upload(`title,price\n${"Mug,5\n".repeat(100_000)}`);
  const { ino } = await stat(await fileOf(id));
  assert.equal((await desk.settled(id)).status, "failed");
  await eventually(() => Promise.resolve(!isOpen(ino)));
});
