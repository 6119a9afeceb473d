import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  createFakeClock,
  type FakeClock,
  type SeededStore,
  seedStore,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { createStoreApi, readError } from "../../http/testing/store-api.ts";

let clock: FakeClock;
let testPlatform: TestPlatform;

before(async () => {
  clock = createFakeClock();
  testPlatform = await startTestPlatform({
    clock,
    config: { rateLimit: { bucketSize: 40, refillPerSecond: 4 } },
  });
});
after(() => testPlatform.stop());

const subjectBody = { notification_template: { subject: "News of {{ order.order_number }}" } };

function callTemplate(
  { owner, host_url }: SeededStore,
  method: string,
  action: string,
  body: object = subjectBody,
) {
  const url = `${host_url}/api/console/notification_templates/shipping_update${action}.json`;
  return owner.browser.call(method, url, body);
}

test("rendering previews of email templates is rate limited for each account separately", async () => {
  const [store, otherStore] = [await seedStore(testPlatform), await seedStore(testPlatform)];
  const calls = [() => callTemplate(store, "POST", "/preview"), () => callTemplate(store, "PUT", "")];
  // The rate limit for previews is half of the configured one.
  for (let index = 0; index < 20; index++) {
    const response = await calls[index % 2]?.();
    assert.equal(response?.status, 200, `${index}: ${response?.text}`);
  }
  for (const rejected of [
    await callTemplate(store, "POST", "/preview"),
    await callTemplate(store, "POST", "/test"),
  ]) {
    assert.deepEqual([rejected.status, readError(rejected).code], [429, "rate_limited"]);
    assert.equal(rejected.headers["retry-after"], "1");
  }
  // Turning the email off renders no texts, so the limit does not apply.
  const disabledBody = { notification_template: { is_enabled: false } };
  assert.equal((await callTemplate(store, "PUT", "", disabledBody)).status, 200);
  assert.equal((await callTemplate(otherStore, "POST", "/preview")).status, 200);
  clock.advance(500);
  assert.equal((await callTemplate(store, "POST", "/preview")).status, 200);
});

test("email previews do not block the store's other requests while they render or wait", async () => {
  const { store, call } = await createStoreApi(testPlatform);
  const body_html =
    "{% for a in (1..9999) %}{% for b in (1..9999) %}{% assign c = b | plus: 1 %}{% endfor %}{% endfor %}";
  let endedCount = 0;
  const previews = Array.from({ length: 16 }, async () => {
    const response = await callTemplate(store, "POST", "/preview", { notification_template: { body_html } });
    endedCount += 1;
    return response.status;
  });
  assert.equal((await call("GET", "/3.0/products.json")).status, 200);
  // On a slow machine, the first previews can end before the other request does.
  assert.ok(endedCount < previews.length / 2, `${endedCount} previews had ended`);
  assert.deepEqual(new Set(await Promise.all(previews)), new Set([422]));
});

/** Insert test emails that were sent one second apart, the latest 23 hours, 30 minutes and 1 second ago. */
async function insertTestEmails(
  count: number,
  { store_id, recipient }: { store_id: number; recipient: string },
): Promise<void> {
  const text = `insert into mails (store_id, kind, recipient, subject, key_id, data_key, ciphertext, state, due_at, created_at)
    select $1, 'template_test', $2, '', '', '', '', 'sent', $4::timestamptz, $4::timestamptz - interval '23 hours 30 minutes' - n * interval '1 second'
    from generate_series(1, $3::int) n`;
  await testPlatform.database.query(text, [store_id, recipient, count, new Date(clock.now())]);
}

test("an email address gets at most 20 test emails a day, even with simultaneous requests", async () => {
  const [store, otherStore] = [await seedStore(testPlatform), await seedStore(testPlatform)];
  await insertTestEmails(18, { store_id: otherStore.id, recipient: store.owner.email.toUpperCase() });
  const responses = await Promise.all(Array.from({ length: 4 }, () => callTemplate(store, "POST", "/test")));
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 200, 429, 429]);
  const rejected = await callTemplate(store, "POST", "/test");
  assert.equal(readError(rejected).code, "rate_limited");
  // The oldest test email was sent 23 hours, 30 minutes and 18 seconds ago.
  const waitSeconds = Number(rejected.headers["retry-after"]);
  assert.ok(Math.abs(waitSeconds - (30 * 60 - 18)) <= 1, String(waitSeconds));
  clock.advance(waitSeconds * 1_000);
  assert.equal((await callTemplate(store, "POST", "/test")).status, 200);
});

test("a store can send at most 100 test emails a day to all addresses together", async () => {
  const store = await seedStore(testPlatform);
  await insertTestEmails(99, { store_id: store.id, recipient: "somebody@guests.test" });
  assert.equal((await callTemplate(store, "POST", "/test")).status, 200);
  const rejected = await callTemplate(store, "POST", "/test");
  assert.deepEqual(
    [rejected.status, readError(rejected).message],
    [429, "A store can send at most 100 test emails a day."],
  );
});
