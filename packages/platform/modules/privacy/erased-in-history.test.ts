import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Queryable } from "@souk/database";
import { createTestDatabase, type TestDatabase, waitForLockWaits } from "@souk/testkit";
import { storeRenderedPayloads } from "../../infrastructure/events/history-store.ts";
import { scrubCustomerData } from "./scrub.ts";

let db: TestDatabase;

before(async () => {
  db = await createTestDatabase();
});
after(() => db.stop());

const customer = { store_id: 1, customer_id: 7, erased_at: new Date() };

/**
 * Insert an event about the customer without a payload, as for a topic that no app is subscribed to.
 * @returns the event with the text of the payload that is rendered for it later
 */
async function insertEvent(sequence: number): Promise<{ sequence: number; created_at: Date; text: string }> {
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

/** Run each function in a transaction of its own. The first transaction commits when the second one waits for its lock. */
async function runOverlapping(
  first: (tx: Queryable) => Promise<void>,
  second: (tx: Queryable) => Promise<void>,
): Promise<void> {
  const { database } = db;
  const { secondRun } = await database.transaction(async (tx) => {
    await first(tx);
    const secondRun = database.transaction(second);
    await waitForLockWaits(database);
    // The promise is returned in an object, so that the first transaction does not wait for the second.
    return { secondRun };
  });
  await secondRun;
}

test("replaying past events while a customer is being erased does not store the erased data again", async () => {
  const [firstEvent, secondEvent] = [await insertEvent(1), await insertEvent(2)];
  await runOverlapping(
    (tx) => storeRenderedPayloads(tx, customer.store_id, [firstEvent]),
    (tx) => scrubCustomerData(tx, customer),
  );
  assert.equal(await loadPayload(firstEvent.sequence), '{"customer":{"id":7}}');
  await db.database.query("update events set payload = null");
  await runOverlapping(
    (tx) => scrubCustomerData(tx, customer),
    (tx) => storeRenderedPayloads(tx, customer.store_id, [secondEvent]),
  );
  assert.equal(await loadPayload(secondEvent.sequence), '{"customer":{"id":7}}');
});
