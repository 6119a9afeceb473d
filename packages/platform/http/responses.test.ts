import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createFakeClock, type HttpResponse, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { createStoreApi, readError, type StoreApi } from "./testing/store-api.ts";

const bucketSize = 40;
const clock = createFakeClock();
let testPlatform: TestPlatform;
let api: StoreApi;

before(async () => {
  testPlatform = await startTestPlatform({
    clock,
    config: { rateLimit: { bucketSize, refillPerSecond: 4 } },
  });
  api = await createStoreApi(testPlatform, { scopes: ["read_products"] });
});

after(() => testPlatform.stop());

const countPath = "/3.0/products/count.json";
const setPath = "/4.0/inventory_levels/set.json";

function readRateLimit({ headers }: HttpResponse): [limit: string | undefined, remaining: number] {
  const remaining = headers["x-ratelimit-remaining"];
  return [headers["x-ratelimit-limit"]?.toString(), Number(remaining)];
}

test("every API response has X-Request-Id, X-RateLimit-* and Cache-Control: no-store", async () => {
  const { origin, host_url } = api.store;
  const responses: [string, HttpResponse][] = [
    ["200 ", await api.call("GET", countPath)],
    ["200 ", await api.call("HEAD", countPath)],
    ["400 malformed_json", await api.call("POST", "/3.0/webhooks.json", { body: "{", headers: jsonHeaders })],
    ["401 token_missing", await testPlatform.request(`${origin}/api${countPath}`)],
    ["401 token_invalid", await api.call("GET", countPath, { token: "nonsense" })],
    ["403 scope_missing", await api.call("PUT", setPath, { json: {} })],
    ["404 not_found", await api.call("GET", "/3.0/products/999999.json")],
    ["404 not_found", await api.call("GET", "/3.0/nonsense.json")],
    [
      "404 store_not_found",
      await testPlatform.request(`http://nobody.souk.localhost/api${countPath}`, { token: api.token }),
    ],
    ["405 method_not_allowed", await api.call("DELETE", countPath)],
    ["415 unsupported_media_type", await api.call("POST", "/3.0/webhooks.json", { body: "a=1" })],
    ["422 invalid", await api.call("GET", "/3.0/products.json?sort=color.asc")],
    ["422 invalid", await api.call("POST", "/3.0/webhooks.json", { json: {} })],
    ["401 not_signed_in", await testPlatform.request(`${host_url}/api${countPath}`)],
    ["400 client_not_granted", await exchangeInvalidCode()],
  ];
  const ids = new Set<unknown>();
  for (const [expected, response] of responses) {
    const code = response.status < 300 ? "" : readError(response).code;
    assert.equal(`${response.status} ${code}`, expected);
    const { headers } = response;
    assert.match(String(headers["x-request-id"]), /^req_[\w-]{16}$/);
    assert.match(String(headers["x-ratelimit-limit"]), /^[1-9]\d*$/, expected);
    assert.match(String(headers["x-ratelimit-remaining"]), /^\d+$/, expected);
    assert.deepEqual(
      [headers["content-type"], headers["cache-control"], headers["x-content-type-options"]],
      ["application/json; charset=utf-8", "no-store", "nosniff"],
      expected,
    );
    assert.equal(headers["set-cookie"], undefined, "the API sets no cookie");
    assert.equal(headers["access-control-allow-origin"], undefined);
    ids.add(headers["x-request-id"]);
  }
  assert.equal(ids.size, responses.length);
});

const jsonHeaders = { "content-type": "application/json" };

function exchangeInvalidCode(): Promise<HttpResponse> {
  const body = { code: "x", client_id: "x", client_secret: "x" };
  return testPlatform.request(`${api.store.origin}/api/3.0/oauth/access_token.json`, {
    method: "POST",
    json: body,
  });
}

test("HEAD responds like GET without a body", async () => {
  clock.advance(60_000);
  const [get, head] = [await api.call("GET", countPath), await api.call("HEAD", countPath)];
  assert.deepEqual([head.status, head.text], [200, ""]);
  assert.equal(head.headers["content-length"], get.headers["content-length"]);
});

test("a call of an operation with a wrong method gets 405 with the header Allow", async () => {
  clock.advance(60_000);
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"]) {
    const response = await api.call(method, countPath, { body: "<", headers: { "content-type": "?" } });
    assert.deepEqual([response.status, response.headers["allow"]], [405, "GET, HEAD"], method);
    assert.equal(readError(response).code, "method_not_allowed");
  }
  const webhook = await api.call("PATCH", "/3.0/webhooks/1.json");
  assert.equal(webhook.headers["allow"], "DELETE, GET, HEAD, PUT");
});

test("the error for a missing scope names the scope", async () => {
  clock.advance(60_000);
  const response = await api.call("PUT", setPath, { json: { ...api.level, quantity: 1 } });
  assert.deepEqual([response.status, readError(response).required_scope], [403, "write_products"]);
});

test("a Service-Warning header reports an ignored date", async () => {
  clock.advance(60_000);
  const response = await api.call("GET", `${countPath}?updated_at_min=yesterday&updated_at_max=2999-01-01`);
  assert.deepEqual([response.status, response.json()], [200, { count: 3 }]);
  assert.equal(response.headers["service-warning"], 'ignored parameter "updated_at_min": not a date');
});

test("the earliest and the latest possible dates are accepted as date filters", async () => {
  clock.advance(60_000);
  const widestRange = "updated_at_min=0001-01-01T00:00:00Z&updated_at_max=9999-12-31T23:59:59.999Z";
  const widestRangeResponse = await api.call("GET", `${countPath}?${widestRange}`);
  assert.deepEqual(
    [widestRangeResponse.status, widestRangeResponse.json(), widestRangeResponse.headers["service-warning"]],
    [200, { count: 3 }, undefined],
  );
  const emptyRangeResponse = await api.call("GET", `${countPath}?updated_at_max=0001-01-01`);
  assert.deepEqual([emptyRangeResponse.status, emptyRangeResponse.json()], [200, { count: 0 }]);
});

test("an installation over its rate limit gets 429 with Retry-After until its bucket refills", async () => {
  clock.advance(60_000);
  const otherStoreApi = await createStoreApi(testPlatform);
  assert.deepEqual(readRateLimit(await api.call("GET", countPath)), ["40", 39]);
  for (let remaining = bucketSize - 2; remaining >= 0; remaining--)
    assert.equal(readRateLimit(await api.call("GET", countPath))[1], remaining);
  const rejectedResponse = await api.call("GET", countPath);
  assert.deepEqual([rejectedResponse.status, readError(rejectedResponse).code], [429, "rate_limited"]);
  assert.deepEqual(
    [rejectedResponse.headers["retry-after"], readRateLimit(rejectedResponse)],
    ["1", ["40", 0]],
  );
  const largeBodyResponse = await api.call("PUT", setPath, {
    body: Buffer.alloc(2_000_000),
    headers: jsonHeaders,
  });
  assert.equal(largeBodyResponse.status, 429, "the body of a caller over its limit is not read");
  assert.equal(
    (await otherStoreApi.call("GET", countPath)).status,
    200,
    "another store's app is not limited",
  );
  const merchantResponse = await api.store.owner.browser.call("GET", `${api.store.host_url}/api${countPath}`);
  assert.equal(merchantResponse.status, 200, "the merchant is not limited");
  // 4 calls per second are refilled: one call in 250 ms.
  clock.advance(250);
  assert.equal((await api.call("GET", countPath)).status, 200);
  assert.equal((await api.call("GET", countPath)).status, 429);
});

test("a member's rate limit per store is four times an app's", async () => {
  clock.advance(60_000);
  const { browser } = api.store.owner;
  const storesUrl = `${testPlatform.addresses.adminOrigin}/api/console/stores.json`;
  const createdStoreResponse = await browser.call("POST", storesUrl, { name: "Second" });
  const { store } = createdStoreResponse.json<{ store: { host_url: string } }>();
  const countInStore = () => browser.call("GET", `${api.store.host_url}/api${countPath}`);
  assert.deepEqual(readRateLimit(await countInStore()), ["160", 159]);
  const responses = await Promise.all(Array.from({ length: 160 }, countInStore));
  assert.deepEqual(
    responses.filter(({ status }) => status !== 200).map(({ status }) => status),
    [429],
  );
  clock.advance(1_000);
  assert.deepEqual(readRateLimit(await countInStore()), ["160", 15]);
  assert.deepEqual(readRateLimit(await browser.call("GET", `${store.host_url}/api${countPath}`)), [
    "160",
    159,
  ]);
  assert.equal(
    (await api.call("GET", countPath)).status,
    200,
    "the rate limit of the store's app is separate",
  );
});

test("token exchange attempts are limited by IP address", async () => {
  clock.advance(60_000);
  const responses = await Promise.all(Array.from({ length: 101 }, exchangeInvalidCode));
  const rejectedResponses = responses.filter(({ status }) => status === 429);
  assert.equal(rejectedResponses.length, 1);
  assert.ok(rejectedResponses.every(({ headers }) => Number(headers["retry-after"]) >= 1));
});
