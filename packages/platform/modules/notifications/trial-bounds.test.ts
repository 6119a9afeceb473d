import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type FakeClock,
  fakeClock,
  type SeededShop,
  seedShop,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { errorOf } from "../../http/testing/shop-api.ts";

let clock: FakeClock;
let testing: TestPlatform;

before(async () => {
  clock = fakeClock();
  testing = await testPlatform({ clock, config: { rateLimit: { bucket: 40, refillPerSecond: 4 } } });
});
after(() => testing.stop());

const subject = { notification_template: { subject: "News of {{ order.order_number }}" } };

function call({ owner, host_url }: SeededShop, method: string, what: string, body: object = subject) {
  const url = `${host_url}/api/console/notification_templates/shipping_update${what}.json`;
  return owner.browser.call(method, url, body);
}

test("an account tries templates at its own pace, whichever way; others and what tries none are not held up", async () => {
  const [shop, other] = [await seedShop(testing), await seedShop(testing)];
  const ways = [() => call(shop, "POST", "/preview"), () => call(shop, "PUT", "")];
  for (let at = 0; at < 20; at++) {
    const answer = await ways[at % 2]?.();
    assert.equal(answer?.status, 200, `${at}: ${answer?.text}`);
  }
  for (const refused of [await call(shop, "POST", "/preview"), await call(shop, "POST", "/test")]) {
    assert.deepEqual([refused.status, errorOf(refused).code], [429, "rate_limited"]);
    assert.equal(refused.headers["retry-after"], "1");
  }
  const off = { notification_template: { is_enabled: false } };
  assert.equal((await call(shop, "PUT", "", off)).status, 200);
  assert.equal((await call(other, "POST", "/preview")).status, 200);
  clock.advance(500);
  assert.equal((await call(shop, "POST", "/preview")).status, 200);
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

test("an address is sent 20 tests a day, also of several that are asked for at once", async () => {
  const [shop, elsewhere] = [await seedShop(testing), await seedShop(testing)];
  await fill(18, { store_id: elsewhere.id, recipient: shop.owner.email.toUpperCase() });
  const answers = await Promise.all(Array.from({ length: 4 }, () => call(shop, "POST", "/test")));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 429, 429]);
  const refused = await call(shop, "POST", "/test");
  assert.equal(errorOf(refused).code, "rate_limited");
  // The first of them was 30 minutes short of a day ago.
  const wait = Number(refused.headers["retry-after"]);
  assert.ok(Math.abs(wait - (30 * 60 - 18)) <= 1, String(wait));
  clock.advance(wait * 1_000);
  assert.equal((await call(shop, "POST", "/test")).status, 200);
});

test("a shop sends 100 tests a day, to whomever", async () => {
  const shop = await seedShop(testing);
  await fill(99, { store_id: shop.id, recipient: "somebody@guests.test" });
  assert.equal((await call(shop, "POST", "/test")).status, 200);
  const refused = await call(shop, "POST", "/test");
  assert.deepEqual(
    [refused.status, errorOf(refused).message],
    [429, "A shop sends at most 100 tests a day."],
  );
});
