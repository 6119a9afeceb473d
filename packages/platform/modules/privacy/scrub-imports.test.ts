import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import { followRequests } from "./follow-requests.ts";

let db: TestDatabase;
let store: number;
let elsewhere: number;

before(async () => {
  db = await testDatabase();
  const text =
    "insert into stores (handle, name, currency_code, timezone) values ($1, 'Kedai', 'MYR', 'UTC') returning id";
  const made = async (handle: string) =>
    (await db.database.maybeOne<{ id: number }>(text, [handle]))?.id ?? assert.fail();
  [store, elsewhere] = [await made("kedai"), await made("warung")];
});
after(() => db.stop());

/** Insert a checked import of customers with an error, created this many seconds from now. */
async function importAt(seconds: number): Promise<number> {
  const row = await db.database.maybeOne<{ id: number }>(
    `with made as (
       insert into imports (store_id, resource, filename, size, status, path, actor_kind, actor_id, request_id, expires_at,
         created_at)
       values ($1, 'customers', 'people.csv', 1, 'checked', '/imports/' || $2::int || '.upload', 'account', '1', 'r',
         now() + interval '1 day', now() + $2 * interval '1 s')
       returning store_id, id),
     known as (insert into import_records (store_id, import_id, key, "row") select store_id, id, 'mei', 2 from made)
     insert into import_errors (store_id, import_id, "row", message) select store_id, id, 2, 'is odd' from made
     returning import_id as id`,
    [store, seconds],
  );
  return row?.id ?? assert.fail();
}

/** Insert the erasure of a customer that has just happened, with its event number. */
async function erased(storeId = store): Promise<void> {
  await db.database.query(
    `insert into privacy_requests (store_id, kind, customer_id, actor_kind, actor_id, request_id, event_sequence,
       event_created_at)
     values ($1, 'erase', 7, 'account', '1', 'r', 1, clock_timestamp())`,
    [storeId],
  );
}

/** Return what is left of an import: its status, whether its file is released, and its errors. */
async function loadRemains(id: number): Promise<object | undefined> {
  const text = `
    select i.status, exists (select from file_removals f where f.path = i.path) as released,
      (select count(*)::int from import_errors e where e.store_id = i.store_id and e.import_id = i.id) as errors,
      (select count(*)::int from import_records k where k.store_id = i.store_id and k.import_id = i.id) as records
    from imports i where i.store_id = $1 and i.id = $2`;
  return await db.database.maybeOne<object>(text, [store, id]);
}

const untouched = { status: "checked", released: false, errors: 1, records: 1 };
const ended = { status: "cancelled", released: true, errors: 0, records: 0 };

test("an erasure ends imports that were created before it, and no later ones", async () => {
  const [former, later] = [await importAt(-60), await importAt(3_600)];
  await erased();
  await followRequests(db.database);
  assert.deepEqual(await loadRemains(former), ended);
  assert.deepEqual(await loadRemains(later), untouched);
});

test("an import ends together with its file, or stays unchanged until the next round", async () => {
  const { database } = db;
  const id = await importAt(-30);
  await erased();
  await database.query(`create function refuse_release() returns trigger language plpgsql as
    $$ begin raise exception 'not now'; end $$`);
  await database.query(
    "create trigger refuse_release before insert on file_removals for each row execute function refuse_release()",
  );
  await erased(elsewhere);
  await assert.rejects(followRequests(database), ({ errors: [error] }: AggregateError) =>
    /not now/.test(error),
  );
  assert.deepEqual(await loadRemains(id), untouched);
  const scrubbed = "select from privacy_requests where store_id = $1 and completed_at is not null";
  assert.equal((await database.query(scrubbed, [elsewhere])).rowCount, 1, "it held up another's");
  await database.query("drop trigger refuse_release on file_removals");
  await followRequests(database);
  assert.deepEqual(await loadRemains(id), untouched, "it is tried at once again");
  await database.query(
    "update privacy_requests set scrub_failed_at = scrub_failed_at - interval '11 minutes'",
  );
  await followRequests(database);
  assert.deepEqual(await loadRemains(id), ended);
});

test("a stopping process begins no further erasure", async () => {
  const id = await importAt(-20);
  await erased();
  await followRequests(db.database, AbortSignal.abort());
  assert.deepEqual(await loadRemains(id), untouched);
  await followRequests(db.database);
  assert.deepEqual(await loadRemains(id), ended);
});
