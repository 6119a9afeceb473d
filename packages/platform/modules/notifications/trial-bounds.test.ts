import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type FakeClock,
  fakeClock,
  type SeededStore,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { readError } from "../../http/testing/store-api.ts";

let clock: FakeClock;
let testing: TestPlatform;

before(async () => {
  clock = fakeClock();
  testing = await testPlatform({ clock, config: { rateLimit: { bucket: 40, refillPerSecond: 4 } } });
});
after(() => testing.stop());

const subject = { notification_template: { subject: "News of {{ order.order_number }}" } };

function call({ owner, host_url }: SeededStore, method: string, what: string, body: object = subject) {
  const url = `${host_url}/api/console/notification_templates/shipping_update${what}.json`;
  return owner.browser.call(method, url, body);
}

test("an account has its own rate for trying templates; other accounts do not wait", async () => {
  const [store, other] = [await seedStore(testing), await seedStore(testing)];
  const ways = [() => call(store, "POST", "/preview"), () => call(store, "PUT", "")];
  for (let at = 0; at < 20; at++) {
    const answer = await ways[at % 2]?.();
    assert.equal(answer?.status, 200, `${at}: ${answer?.text}`);
  }
  for (const rejected of [await call(store, "POST", "/preview"), await call(store, "POST", "/test")]) {
    assert.deepEqual([rejected.status, readError(rejected).code], [429, "rate_limited"]);
    assert.equal(rejected.headers["retry-after"], "1");
  }
  const off = { notification_template: { is_enabled: false } };
  assert.equal((await call(store, "PUT", "", off)).status, 200);
  assert.equal((await call(other, "POST", "/preview")).status, 200);
  clock.advance(500);
  assert.equal((await call(store, "POST", "/preview")).status, 200);
});

async function fill(
  count: number,
  { store_id, recipient }: { store_id: number; recipient: string },
): Promise<void> {
  const text = `insert into mails (store_id, kind, recipient, subject, key_id, data_key, ciphertext, state, due_at, created_at)
    select $1, 'template_test', $2, '', '', '', '', 'sent', $4::timestamptz, $4::timestamptz - interval '23 hours 30 minutes' - at * interval '1 second'
    from generate_series(1, $3::int) at`;
  await testing.database.query(text, [store_id, recipient, count, new Date(clock.now())]);
}

test("an address gets 20 tests a day, even with simultaneous requests", async () => {
  const [store, otherStore] = [await seedStore(testing), await seedStore(testing)];
  await fill(18, { store_id: otherStore.id, recipient: store.owner.email.toUpperCase() });
  const answers = await Promise.all(Array.from({ length: 4 }, () => call(store, "POST", "/test")));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 429, 429]);
  const rejected = await call(store, "POST", "/test");
  assert.equal(readError(rejected).code, "rate_limited");
  // The first of them was 30 minutes short of a day ago.
  const wait = Number(rejected.headers["retry-after"]);
  assert.ok(Math.abs(wait - (30 * 60 - 18)) <= 1, String(wait));
  clock.advance(wait * 1_000);
  assert.equal((await call(store, "POST", "/test")).status, 200);
});

test("a store sends 100 tests a day, to any address", async () => {
  const store = await seedStore(testing);
  await fill(99, { store_id: store.id, recipient: "somebody@guests.test" });
  assert.equal((await call(store, "POST", "/test")).status, 200);
  const rejected = await call(store, "POST", "/test");
  assert.deepEqual(
    [rejected.status, readError(rejected).message],
    [429, "A store can send at most 100 test emails a day."],
  );
});
