import assert from "node:assert/strict";
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

test("an import that breaks at the same place in every run is given up and shown as failed", async () => {
  const { database, log } = testing;
  await database.query(`create function break_one() returns trigger language plpgsql as
    $$ begin if new.handle = 'breaks' then raise exception 'why'; end if; return new; end $$`);
  await database.query(
    "create trigger break_one before insert on products for each row execute function break_one()",
  );
  const { id } = await desk.checked("handle,title\nbreaks,Breaks\n");
  await desk.confirm(id);
  const isGivenUp = async (): Promise<boolean> => {
    // The pauses between the runs pass at once.
    await database.query("update long_jobs set leased_until = null where owner is null");
    return (await desk.shown(id)).status === "failed";
  };
  await eventually(isGivenUp, { within: 20_000 });
  assert.match((await desk.shown(id)).error ?? "", /on our side/);
  assert.equal(log.lines.filter(({ message }) => message.startsWith("A job failed.")).length, 5);
  const jobs = "select 1 from long_jobs where store_id = $1";
  assert.equal((await database.query(jobs, [api.shop.id])).rowCount, 0);
});
