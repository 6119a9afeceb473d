import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Answer, fakeClock, type TestPlatform, testPlatform } from "@souk/testkit";
import { createStoreApi, readError, type StoreApi } from "./testing/store-api.ts";

const bucket = 40;
const clock = fakeClock();
let testing: TestPlatform;
let api: StoreApi;

before(async () => {
  testing = await testPlatform({ clock, config: { rateLimit: { bucket, refillPerSecond: 4 } } });
  api = await createStoreApi(testing, { scopes: ["read_products"] });
});

after(() => testing.stop());

const count = "/3.0/products/count.json";
const set = "/4.0/inventory_levels/set.json";

function limits({ headers }: Answer): [limit: string | undefined, remaining: number] {
  const remaining = headers["x-ratelimit-remaining"];
  return [headers["x-ratelimit-limit"]?.toString(), Number(remaining)];
}

test("every API response carries X-Request-Id and X-RateLimit-* and is not cacheable", async () => {
  const { origin, host_url } = api.store;
  const answers: [string, Answer][] = [
    ["200 ", await api.call("GET", count)],
    ["200 ", await api.call("HEAD", count)],
    ["400 malformed_json", await api.call("POST", "/3.0/webhooks.json", { body: "{", headers: json })],
    ["401 token_missing", await testing.request(`${origin}/api${count}`)],
    ["401 token_invalid", await api.call("GET", count, { token: "nonsense" })],
    ["403 scope_missing", await api.call("PUT", set, { json: {} })],
    ["404 not_found", await api.call("GET", "/3.0/products/999999.json")],
    ["404 not_found", await api.call("GET", "/3.0/nonsense.json")],
    [
      "404 store_not_found",
      await testing.request(`http://nobody.souk.localhost/api${count}`, { token: api.token }),
    ],
    ["405 method_not_allowed", await api.call("DELETE", count)],
    ["415 unsupported_media_type", await api.call("POST", "/3.0/webhooks.json", { body: "a=1" })],
    ["422 invalid", await api.call("GET", "/3.0/products.json?sort=color.asc")],
    ["422 invalid", await api.call("POST", "/3.0/webhooks.json", { json: {} })],
    ["401 not_signed_in", await testing.request(`${host_url}/api${count}`)],
    ["400 client_not_granted", await exchange()],
  ];
  const ids = new Set<unknown>();
  for (const [expected, answer] of answers) {
    const code = answer.status < 300 ? "" : readError(answer).code;
    assert.equal(`${answer.status} ${code}`, expected);
    const { headers } = answer;
    assert.match(String(headers["x-request-id"]), /^req_[\w-]{16}$/);
    assert.match(String(headers["x-ratelimit-limit"]), /^[1-9]\d*$/, expected);
    assert.match(String(headers["x-ratelimit-remaining"]), /^\d+$/, expected);
    assert.deepEqual(
      [headers["content-type"], headers["cache-control"], headers["x-content-type-options"]],
      ["application/json; charset=utf-8", "no-store", "nosniff"],
      expected,
    );
    assert.equal(headers["set-cookie"], undefined, "the API takes and gives no cookie");
    assert.equal(headers["access-control-allow-origin"], undefined);
    ids.add(headers["x-request-id"]);
  }
  assert.equal(ids.size, answers.length);
});

const json = { "content-type": "application/json" };

function exchange(): Promise<Answer> {
  const body = { code: "x", client_id: "x", client_secret: "x" };
  return testing.request(`${api.store.origin}/api/3.0/oauth/access_token.json`, {
    method: "POST",
    json: body,
  });
}

test("HEAD responds as GET without a body; any other method gets 405 with Allow", async () => {
  clock.advance(60_000);
  const [get, head] = [await api.call("GET", count), await api.call("HEAD", count)];
  assert.deepEqual([head.status, head.text], [200, ""]);
  assert.equal(head.headers["content-length"], get.headers["content-length"]);
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"]) {
    const answer = await api.call(method, count, { body: "<", headers: { "content-type": "?" } });
    assert.deepEqual([answer.status, answer.headers["allow"]], [405, "GET, HEAD"], method);
    assert.equal(readError(answer).code, "method_not_allowed");
  }
  const webhook = await api.call("PATCH", "/3.0/webhooks/1.json");
  assert.equal(webhook.headers["allow"], "DELETE, GET, HEAD, PUT");
});

test("a missing scope is named in the error", async () => {
  clock.advance(60_000);
  const answer = await api.call("PUT", set, { json: { ...api.level, quantity: 1 } });
  assert.deepEqual([answer.status, readError(answer).required_scope], [403, "write_products"]);
});

test("a Service-Warning header reports an ignored date", async () => {
  clock.advance(60_000);
  const answer = await api.call("GET", `${count}?updated_at_min=yesterday&updated_at_max=2999-01-01`);
  assert.deepEqual([answer.status, answer.json()], [200, { count: 3 }]);
  assert.equal(answer.headers["service-warning"], 'ignored parameter "updated_at_min": not a date');
});

test("the earliest and the latest date are accepted like any other date", async () => {
  clock.advance(60_000);
  const ends = "updated_at_min=0001-01-01T00:00:00Z&updated_at_max=9999-12-31T23:59:59.999Z";
  const all = await api.call("GET", `${count}?${ends}`);
  assert.deepEqual([all.status, all.json(), all.headers["service-warning"]], [200, { count: 3 }, undefined]);
  const none = await api.call("GET", `${count}?updated_at_max=0001-01-01`);
  assert.deepEqual([none.status, none.json()], [200, { count: 0 }]);
});

test("an installation's own bucket empties, rejects with Retry-After and refills", async () => {
  clock.advance(60_000);
  const other = await createStoreApi(testing);
  assert.deepEqual(limits(await api.call("GET", count)), ["40", 39]);
  for (let left = bucket - 2; left >= 0; left--) assert.equal(limits(await api.call("GET", count))[1], left);
  const rejectedAnswer = await api.call("GET", count);
  assert.deepEqual([rejectedAnswer.status, readError(rejectedAnswer).code], [429, "rate_limited"]);
  assert.deepEqual([rejectedAnswer.headers["retry-after"], limits(rejectedAnswer)], ["1", ["40", 0]]);
  const large = await api.call("PUT", set, { body: Buffer.alloc(2_000_000), headers: json });
  assert.equal(large.status, 429, "a caller over its limit is not read");
  assert.equal((await other.call("GET", count)).status, 200, "another store's app is not touched");
  const merchant = await api.store.owner.browser.call("GET", `${api.store.host_url}/api${count}`);
  assert.equal(merchant.status, 200, "nor is the merchant");
  clock.advance(250);
  assert.equal((await api.call("GET", count)).status, 200);
  assert.equal((await api.call("GET", count)).status, 429);
});

test("a signed-in person has a bucket ten times as large per store; a loop empties it", async () => {
  clock.advance(60_000);
  const { browser } = api.store.owner;
  const stores = `${testing.addresses.adminOrigin}/api/console/stores.json`;
  const made = await browser.call("POST", stores, { name: "Second" });
  const { store } = made.json<{ store: { host_url: string } }>();
  const countInStore = () => browser.call("GET", `${api.store.host_url}/api${count}`);
  assert.deepEqual(limits(await countInStore()), ["400", 399]);
  const answers = await Promise.all(Array.from({ length: 400 }, countInStore));
  assert.deepEqual(
    answers.filter(({ status }) => status !== 200).map(({ status }) => status),
    [429],
  );
  assert.deepEqual(limits(await browser.call("GET", `${store.host_url}/api${count}`)), ["400", 399]);
  assert.equal((await api.call("GET", count)).status, 200, "the rate limit of the store's app is separate");
});

test("token exchange attempts are counted by address", async () => {
  clock.advance(60_000);
  const answers = await Promise.all(Array.from({ length: 101 }, exchange));
  const rejectedAnswers = answers.filter(({ status }) => status === 429);
  assert.equal(rejectedAnswers.length, 1);
  assert.ok(rejectedAnswers.every(({ headers }) => Number(headers["retry-after"]) >= 1));
});
