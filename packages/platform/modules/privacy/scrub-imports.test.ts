import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createTestDatabase, type TestDatabase } from "@souk/testkit";
import { processPrivacyRequests } from "./process-requests.ts";

let db: TestDatabase;
let storeId: number;
let otherStoreId: number;

before(async () => {
  db = await createTestDatabase();
  const text =
    "insert into stores (handle, name, currency_code, timezone) values ($1, 'Kedai', 'MYR', 'UTC') returning id";
  const createStore = async (handle: string) =>
    (await db.database.maybeOne<{ id: number }>(text, [handle]))?.id ?? assert.fail();
  [storeId, otherStoreId] = [await createStore("kedai"), await createStore("warung")];
});
after(() => db.stop());

/**
 * Insert an import of customers that has the status `checked`, one record and one error.
 * @param seconds when the import is created, in seconds from now; negative if in the past
 */
async function insertImport(seconds: number): Promise<number> {
  const row = await db.database.maybeOne<{ id: number }>(
    `with created as (
       insert into imports (store_id, resource, filename, size, status, path, actor_kind, actor_id, request_id, expires_at,
         created_at)
       values ($1, 'customers', 'people.csv', 1, 'checked', '/imports/' || $2::int || '.upload', 'account', '1', 'r',
         now() + interval '1 day', now() + $2 * interval '1 s')
       returning store_id, id),
     record as (insert into import_records (store_id, import_id, key, "row") select store_id, id, 'mei', 2 from created)
     insert into import_errors (store_id, import_id, "row", message) select store_id, id, 2, 'is odd' from created
     returning import_id as id`,
    [storeId, seconds],
  );
  return row?.id ?? assert.fail();
}

/** Insert the privacy request of an erasure that has just happened. Its event already has a sequence number. */
async function insertErasure(erasureStoreId = storeId): Promise<void> {
  await db.database.query(
    `insert into privacy_requests (store_id, kind, customer_id, actor_kind, actor_id, request_id, event_sequence,
       event_created_at)
     values ($1, 'erase', 7, 'account', '1', 'r', 1, clock_timestamp())`,
    [erasureStoreId],
  );
}

/** Load an import's status, whether its file will be removed, and how many errors and records the import has. */
async function loadImport(id: number): Promise<object | undefined> {
  const text = `
    select i.status, exists (select from file_removals f where f.path = i.path) as has_file_removal,
      (select count(*)::int from import_errors e where e.store_id = i.store_id and e.import_id = i.id) as errors,
      (select count(*)::int from import_records k where k.store_id = i.store_id and k.import_id = i.id) as records
    from imports i where i.store_id = $1 and i.id = $2`;
  return await db.database.maybeOne<object>(text, [storeId, id]);
}

const unchangedImport = { status: "checked", has_file_removal: false, errors: 1, records: 1 };
const canceledImport = { status: "cancelled", has_file_removal: true, errors: 0, records: 0 };

test("an erasure cancels imports that were created before it, but not later imports", async () => {
  const [earlierId, laterId] = [await insertImport(-60), await insertImport(3_600)];
  await insertErasure();
  await processPrivacyRequests(db.database);
  assert.deepEqual(await loadImport(earlierId), canceledImport);
  assert.deepEqual(await loadImport(laterId), unchangedImport);
});

test("if an erasure can't remove an import's file, the import is unchanged until the erasure is retried", async () => {
  const { database } = db;
  const id = await insertImport(-30);
  await insertErasure();
  await database.query(`create function reject_removal() returns trigger language plpgsql as
    $$ begin raise exception 'not now'; end $$`);
  await database.query(
    "create trigger reject_removal before insert on file_removals for each row execute function reject_removal()",
  );
  await insertErasure(otherStoreId);
  await assert.rejects(processPrivacyRequests(database), ({ errors: [error] }: AggregateError) =>
    /not now/.test(error),
  );
  assert.deepEqual(await loadImport(id), unchangedImport);
  const completedText = "select from privacy_requests where store_id = $1 and completed_at is not null";
  assert.equal(
    (await database.query(completedText, [otherStoreId])).rowCount,
    1,
    "the other store's erasure is completed",
  );
  await database.query("drop trigger reject_removal on file_removals");
  await processPrivacyRequests(database);
  assert.deepEqual(await loadImport(id), unchangedImport, "the erasure is not retried at once");
  await database.query(
    "update privacy_requests set scrub_failed_at = scrub_failed_at - interval '11 minutes'",
  );
  await processPrivacyRequests(database);
  assert.deepEqual(await loadImport(id), canceledImport);
});

test("a process that is stopping doesn't start to remove another erased customer's data", async () => {
  const id = await insertImport(-20);
  await insertErasure();
  await processPrivacyRequests(db.database, AbortSignal.abort());
  assert.deepEqual(await loadImport(id), unchangedImport);
  await processPrivacyRequests(db.database);
  assert.deepEqual(await loadImport(id), canceledImport);
});
