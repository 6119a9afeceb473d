import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Queryable } from "@souk/database";
import { lockAwaited, type TestDatabase, testDatabase } from "@souk/testkit";
import { keepRendered } from "../../infrastructure/events/history-store.ts";
import { scrubElsewhere } from "./scrub.ts";

let db: TestDatabase;

before(async () => {
  db = await testDatabase();
});
after(() => db.stop());

const customer = { store_id: 1, customer_id: 7, numbered_at: new Date() };

/** Insert an event about the customer that no app was subscribed to. */
async function newEvent(sequence: number): Promise<{ sequence: number; created_at: Date; text: string }> {
  const row = await db.database.maybeOne<{ created_at: Date }>(
    `insert into events (store_id, sequence, created_at, id, occurred_at, topic, resource_id, actor_kind, actor_id, request_id)
     values ($1, $2::bigint, clock_timestamp(), $2::bigint, clock_timestamp(), 'customer/update', $3, 'system', 'test', 'test')
     returning created_at`,
    [customer.store_id, sequence, customer.customer_id],
  );
  const text = '{"customer":{"id":7,"email":"mei@kedai.my"}}';
  return { sequence, created_at: row?.created_at ?? assert.fail(), text };
}

async function loadPayload(sequence: number): Promise<string | null | undefined> {
  const text = "select payload from events where store_id = $1 and sequence = $2";
  const row = await db.database.maybeOne<{ payload: string | null }>(text, [customer.store_id, sequence]);
  return row?.payload;
}

/** Run the first function in a transaction and commit it when the second one waits for it. */
async function oneAfterTheOther(
  first: (tx: Queryable) => Promise<void>,
  second: (run: Queryable) => Promise<void>,
): Promise<void> {
  const { database } = db;
  const begun = await database.transaction(async (tx) => {
    await first(tx);
    const waiting = database.transaction(second);
    await lockAwaited(database);
    return { waiting };
  });
  await begun.waiting;
}

test("a history's rendered customer is scrubbed, whichever of the two runs first", async () => {
  const [early, late] = [await newEvent(1), await newEvent(2)];
  await oneAfterTheOther(
    (tx) => keepRendered(tx, customer.store_id, [early]),
    (run) => scrubElsewhere(run, customer),
  );
  assert.equal(await loadPayload(early.sequence), '{"customer":{"id":7}}');
  await db.database.query("update events set payload = null");
  await oneAfterTheOther(
    (tx) => scrubElsewhere(tx, customer),
    (run) => keepRendered(run, customer.store_id, [late]),
  );
  assert.equal(await loadPayload(late.sequence), '{"customer":{"id":7}}');
});
