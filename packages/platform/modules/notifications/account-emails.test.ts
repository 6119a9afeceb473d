import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OperationResponse, operations } from "@souk/contract";
import {
  createFakeClock,
  eventually,
  type FakeClock,
  type SeededStore,
  seedStore,
  startTestPlatform,
  type TestPlatform,
  testPassword,
} from "@souk/testkit";
import { readError } from "../../http/testing/store-api.ts";
import { computeMaxOwnTexts } from "../../infrastructure/mail/account-emails.ts";
import type { Store } from "../../infrastructure/routing/call.ts";

const hourMs = 3_600_000;

let clock: FakeClock;
let testPlatform: TestPlatform;

before(async () => {
  clock = createFakeClock();
  testPlatform = await startTestPlatform({ clock });
});
after(() => testPlatform.stop());

function callConsole(store: SeededStore, method: string, path: string, body?: object) {
  return store.owner.browser.call(method, `${store.host_url}/api/console${path}`, body);
}

/** Advance the clock by a day, and sign in again, because the session ends when it is idle for that long. */
async function advanceDay({ owner: { browser, email } }: SeededStore): Promise<void> {
  clock.advance(24 * hourMs);
  const url = `${testPlatform.addresses.adminOrigin}/api/console/session.json`;
  const response = await browser.call("POST", url, { session: { email, password: testPassword } });
  assert.equal(response.status, 200, response.text);
}

/** Create a second store of the store's owner. */
async function createSecondStore(store: SeededStore): Promise<SeededStore> {
  const url = `${testPlatform.addresses.adminOrigin}/api/console/stores.json`;
  const response = await store.owner.browser.call("POST", url, { store: { name: "Second" } });
  const { id, host_url, handle } = response.json<{
    store: { id: number; host_url: string; handle: string };
  }>().store;
  return { ...store, id, host_url, handle };
}

/** Insert emails that a store sent an hour ago with its own texts. */
async function insertOwnTextEmails({ id }: SeededStore, count: number): Promise<void> {
  await testPlatform.database.query(
    `insert into mails (store_id, kind, recipient, subject, key_id, data_key, ciphertext, state, due_at, created_at, scheduled_at, is_own_text)
     select $1, 'invitation', n || '@guests.test', '', '', '', '', 'sent', $3, $3, $3, true from generate_series(1, $2::int) n`,
    [id, count, new Date(clock.now() - hourMs)],
  );
}

function notify({ id }: SeededStore, to: string, order_id = 1) {
  const store = { id, timezone: "UTC", domain: "kedai.souk.test" } as Store;
  const order = { order_number: "#1001", customer_name: "Mei", line_items: [] };
  const fulfillment = { tracking_company: "", tracking_number: "", tracking_url: "", line_items: [] };
  return testPlatform.database.transaction((tx) =>
    testPlatform.platform.modules.notifier.notifyCustomer(tx, store, {
      kind: "shipping_update",
      order_id,
      to,
      data: { order, fulfillment },
    }),
  );
}

async function awaitSubject(to: string): Promise<string> {
  return eventually(async () => {
    const text = "select subject from mails where recipient = $1 and state = 'queued'";
    return (await testPlatform.database.maybeOne<{ subject: string }>(text, [to]))?.subject ?? null;
  });
}

const invite = (store: SeededStore, email: string) =>
  callConsole(store, "POST", "/invitations.json", { invitation: { email, role: "manager" } });
const sendTest = (store: SeededStore) =>
  callConsole(store, "POST", "/notification_templates/shipping_update/test.json", {
    notification_template: { subject: "Test" },
  });

async function readLimits(store: SeededStore) {
  const response = await callConsole(store, "GET", "/notification_templates.json");
  return response.json<OperationResponse<typeof operations.listNotificationTemplates>>().email_limits;
}

test("the stores of a new account together send at most 50 emails a day with custom texts", async () => {
  const store = await seedStore(testPlatform);
  const secondStore = await createSecondStore(store);
  for (const editedStore of [store, secondStore])
    await callConsole(editedStore, "PUT", "/notification_templates/shipping_update.json", {
      notification_template: { subject: "Buy at evil.test" },
    });
  await insertOwnTextEmails(store, 47);
  assert.equal((await invite(secondStore, "last@guests.test")).status, 200);
  assert.equal((await sendTest(store)).status, 200);
  await notify(secondStore, "fiftieth@guests.test");
  assert.equal(await awaitSubject("fiftieth@guests.test"), "Buy at evil.test");
  for (const response of [await invite(store, "more@guests.test"), await sendTest(secondStore)]) {
    assert.equal(response.status, 429);
    const { code, message, fields } = readError(response);
    assert.equal(code, "rate_limited");
    assert.match(message, /at most 50 emails a day with custom texts/);
    assert.deepEqual(fields?.[0]?.params, { max: 50 });
  }
  await notify(store, "default@guests.test");
  assert.match(await awaitSubject("default@guests.test"), /#1001/);
  assert.deepEqual(await readLimits(store), {
    own_text_count: 50,
    max_own_texts: 50,
    waiting_count: 0,
    waiting_until: null,
  });
  // The limit of one account does not affect another account.
  assert.equal((await invite(await seedStore(testPlatform), "elsewhere@guests.test")).status, 200);
  await advanceDay(store);
  assert.equal((await invite(store, "more@guests.test")).status, 200);
});

test("a password reset email is exempt from the account's daily email limit", async () => {
  const store = await seedStore(testPlatform);
  const { email } = store.owner;
  await insertOwnTextEmails(store, 50);
  const browser = testPlatform.browser();
  const page = await browser.open(`${testPlatform.addresses.adminOrigin}/forgot-password`);
  await browser.clickButton(page, "Email me a link", { email });
  const text = "select is_own_text from mails where recipient = $1 and kind = 'password_reset'";
  assert.deepEqual(await testPlatform.database.many(text, [email]), [{ is_own_text: false }]);
  assert.equal((await readLimits(store)).own_text_count, 50);
});

test("simultaneous invitations together do not exceed the daily email limit of an account", async () => {
  const store = await seedStore(testPlatform);
  const stores = [store, await createSecondStore(store)];
  await insertOwnTextEmails(store, 46);
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, n) => invite(stores[n % 2] ?? store, `guest${n}@guests.test`)),
  );
  const statuses = responses.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429, 429, 429]);
});

test("the daily email limit of an account doubles every week until it is 5,000", () => {
  const weekMs = 7 * 24 * hourMs;
  assert.deepEqual(
    [-hourMs, 0, weekMs - 1, weekMs, 3 * weekMs, 100 * weekMs].map(computeMaxOwnTexts),
    [50, 50, 50, 100, 400, 5_000],
  );
});

/** For each email to an address, return in how many hours it is scheduled to be sent. */
async function loadScheduledHours(to: string): Promise<number[]> {
  const text = "select scheduled_at from mails where recipient = $1 order by id";
  const rows = await testPlatform.database.many<{ scheduled_at: Date }>(text, [to]);
  return rows.map(({ scheduled_at }) => (scheduled_at.getTime() - clock.now()) / hourMs);
}

test("the eleventh email about an order in a day waits a day and is counted as waiting", async () => {
  const store = await seedStore(testPlatform);
  const to = "looped@guests.test";
  for (let n = 0; n < 12; n += 1) assert.equal(await notify(store, to, 901), null);
  assert.deepEqual(await loadScheduledHours(to), [...Array<number>(10).fill(0), 24, 24]);
  const limits = await readLimits(store);
  const until = new Date(clock.now() + 24 * hourMs).toISOString();
  assert.deepEqual([limits.waiting_count, limits.waiting_until], [2, until]);
  const countRendered = async () => {
    const text = "select count(*) as n from mails where recipient = $1 and state <> 'unrendered'";
    return (await testPlatform.database.one<{ n: number }>(text, [to])).n;
  };
  await eventually(async () => (await countRendered()) === 10);
  await advanceDay(store);
  await eventually(async () => (await countRendered()) === 12);
  assert.equal((await readLimits(store)).waiting_count, 0);
});

test("an email address gets at most 20 emails a day from all stores of an account", async () => {
  const store = await seedStore(testPlatform);
  const secondStore = await createSecondStore(store);
  const to = "Buyer@guests.test";
  for (let n = 0; n < 20; n += 1) await notify(n % 2 ? store : secondStore, to.toLowerCase(), 1_000 + n);
  await notify(store, to, 2_000);
  assert.deepEqual(await loadScheduledHours(to), [24]);
  await notify(await seedStore(testPlatform), "buyer@guests.test", 1);
  assert.equal((await loadScheduledHours("buyer@guests.test")).at(-1), 0, "another account's store may send");
});

test("an email about an order is not queued if 50 emails about that order are already waiting", async () => {
  const store = await seedStore(testPlatform);
  const results: unknown[] = [];
  for (let n = 0; n < 61; n += 1) results.push(await notify(store, `address${n}@guests.test`, 77));
  assert.deepEqual(results, [...Array<null>(60).fill(null), "too_many_waiting"]);
});
