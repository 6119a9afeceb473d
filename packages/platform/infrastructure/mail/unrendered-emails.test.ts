import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { createFakeClock, seedStore, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { createVault } from "../../runtime/secrets/vault.ts";
import { createUnrenderedEmails } from "./unrendered-emails.ts";

let testPlatform: TestPlatform;

before(async () => {
  testPlatform = await startTestPlatform();
});
after(() => testPlatform.stop());

const hourMs = 3_600_000;
const variables = { order: { order_number: "#1001" } };
const texts = { subject: "News\nof #1001", text: "News", html: "<p>News</p>" };

const vault = createVault(randomBytes(32));

async function createFixture() {
  await testPlatform.database.query("delete from mails");
  // By the platform's clock, the emails are due in an hour, so that only the test renders them.
  const clock = createFakeClock(new Date(Date.now() + hourMs));
  const emails = createUnrenderedEmails({ vault, clock });
  const add = (store_id: number, recipient: string) =>
    emails.add(testPlatform.database, {
      store_id,
      order_id: 1,
      kind: "shipping_update",
      recipient,
      variables,
      sender_name: "Kedai\nMei",
      reply_to: "",
      scheduled_at: new Date(clock.now()),
    });
  return { clock, emails, add };
}

interface EmailState {
  state: string;
  attempts: number;
  subject: string;
  error: string | null;
}

async function readState(id: number) {
  const text = "select state, attempts, subject, error from mails where id = $1";
  return testPlatform.database.one<EmailState>(text, [id]);
}

test("emails are rendered for stores in turn, however many emails one store has queued", async () => {
  const { emails, add } = await createFixture();
  const [busyId, otherId] = [(await seedStore(testPlatform)).id, (await seedStore(testPlatform)).id];
  for (const number of [1, 2, 3, 4]) await add(busyId, `busy${number}`);
  await add(otherId, "other");
  const storeIds: number[] = [];
  for (let lastStoreId = 0; ; lastStoreId = storeIds.at(-1) ?? 0) {
    const email = await emails.lease(testPlatform.database, lastStoreId);
    if (email === null) break;
    assert.deepEqual(email.readVariables(), variables);
    storeIds.push(email.store_id);
  }
  assert.deepEqual(storeIds, [busyId, otherId, busyId, busyId, busyId]);
});

test("an email that was leased by a process that crashed is rendered and queued once", async () => {
  const { clock, emails, add } = await createFixture();
  const { id: storeId } = await seedStore(testPlatform);
  await add(storeId, "crashed@guests.test");
  // The argument is the id of the store that had the last turn, so this store has the next turn.
  const lostEmail = await emails.lease(testPlatform.database, storeId - 1);
  assert.ok(lostEmail?.store_id === storeId);
  const { id } = lostEmail;
  // The lease ends after a minute.
  clock.advance(61_000);
  const retriedEmail = await emails.lease(testPlatform.database, storeId - 1);
  assert.deepEqual([retriedEmail?.id, retriedEmail?.attempts], [id, 2]);
  await emails.saveRendered(testPlatform.database, id, texts);
  assert.deepEqual(await readState(id), {
    state: "queued",
    attempts: 0,
    subject: "News of #1001",
    error: null,
  });
  // If the process was only slow and did not crash, its late result is ignored.
  await emails.saveRendered(testPlatform.database, id, { ...texts, subject: "Later" });
  await emails.saveFailure(testPlatform.database, id, "too late");
  assert.equal((await readState(id)).subject, "News of #1001");
});

test("an email that cannot be rendered is kept with its error and is not leased again", async () => {
  const { clock, emails, add } = await createFixture();
  const { id: storeId } = await seedStore(testPlatform);
  await add(storeId, "failed@guests.test");
  const email = await emails.lease(testPlatform.database, storeId - 1);
  assert.ok(email);
  await emails.saveFailure(testPlatform.database, email.id, "The email could not be rendered.");
  clock.advance(hourMs);
  assert.notEqual((await emails.lease(testPlatform.database, storeId - 1))?.id, email.id);
  assert.deepEqual(await readState(email.id), {
    state: "failed",
    attempts: 1,
    subject: "",
    error: "The email could not be rendered.",
  });
});
