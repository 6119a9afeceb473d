import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, type HttpResponse, signUpMember } from "@souk/testkit";
import { pruneFailures } from "../failures/failure-store.ts";
import { createStaffFixture, getErrorCode, type StaffFixture } from "../testing/staff-fixture.ts";

let fixture: StaffFixture;

before(async () => {
  fixture = await createStaffFixture({ toleratesErrors: true });
});
after(() => fixture.stop());

interface Failure {
  status: number;
  code: string;
  operation: string | null;
  path: string;
  store: { id: number } | null;
  caller: { kind: string; name: string } | null;
  fields: string[];
  error: string | null;
  stack: string | null;
}

interface FoundRequest {
  failure: Failure | null;
  changes: { action: string; resource: string; store: { id: number }; actor: { name: string } }[];
  stock_changes: { variant_id: number; change: number }[];
  events: { topic: string; sequence: number }[];
}

/** Look up a request. @param hint the query parameters `&store=…&at=…` that tell where and around when to search */
async function findRequest(requestId: unknown, hint = ""): Promise<FoundRequest> {
  const path = `/requests.json?request_id=${String(requestId)}${hint}`;
  return (await fixture.callAsStaff<{ request: FoundRequest }>("GET", path)).request;
}

/** Wait until the failure of a request is stored. */
function findFailure(requestId: unknown): Promise<Failure> {
  return eventually(async () => (await findRequest(requestId)).failure);
}

test("looking up a request that failed with 500 shows the error and its place in the code", async () => {
  const { testPlatform, store, app } = fixture;
  const { database } = testPlatform;
  await database.query("alter table products rename column title to heading");
  const response = await fixture.callAsApp("GET", "/3.0/products.json?title=Secret%20words");
  await database.query("alter table products rename column heading to title");
  assert.equal(response.status, 500);
  const failure = await findFailure(response.headers["x-request-id"]);
  const { stack, error, caller } = failure;
  assert.deepEqual(
    [failure.status, failure.code, failure.operation, failure.path, failure.store?.id],
    [500, "internal", "products.list", "/api/3.0/products.json", store.id],
  );
  assert.deepEqual(caller, { kind: "app", id: app.handle, name: caller?.name });
  assert.match(error ?? "", /42703: column .*title.* does not exist/);
  assert.match(stack ?? "", /^at /);
  assert.equal(JSON.stringify(failure).includes("Secret words"), false);
});

test("looking up an app's rejected request shows its field errors, without values", async () => {
  const response = await fixture.callAsApp("POST", "/3.0/products.json", {
    title: "x".repeat(300),
    handle: "A private value!",
  });
  assert.equal(response.status, 422);
  const failure = await findFailure(response.headers["x-request-id"]);
  assert.deepEqual(
    [failure.status, failure.code, failure.error, failure.stack],
    [422, "invalid", null, null],
  );
  assert.ok(failure.fields.includes("title: too_long"), failure.fields.join());
  assert.equal(JSON.stringify(failure).includes("private"), false);
});

test("looking up a request rejected for a missing right shows the person's email", async () => {
  const { testPlatform, store } = fixture;
  const { browser, email } = await signUpMember(testPlatform, store, "packer");
  const response = await browser.call("GET", `${store.host_url}/api/3.0/products.json`);
  assert.equal(response.status, 403);
  const failure = await findFailure(response.headers["x-request-id"]);
  assert.deepEqual(
    [failure.code, failure.store?.id, failure.caller?.name],
    ["right_missing", store.id, email],
  );
});

test("at most ten rejected requests a minute are stored for a caller, and none for unidentified callers", async () => {
  const { testPlatform, store } = fixture;
  const url = `${store.host_url}/api/3.0/products/999999999.json`;
  const responses: HttpResponse[] = [];
  for (let count = 0; count < 25; count++) responses.push(await store.owner.browser.call("GET", url));
  const strangerResponse = await testPlatform.request(`${store.origin}/api/3.0/products.json`, {
    token: "none",
  });
  await findFailure(responses[0]?.headers["x-request-id"]);
  const ids = [...responses, strangerResponse].map(({ headers }) => headers["x-request-id"]);
  const { rows } = await testPlatform.database.query(
    "select from failed_requests where request_id = any($1)",
    [ids],
  );
  // The clock can pass a full minute once during the test.
  assert.ok(rows.length >= 10 && rows.length <= 20, `${rows.length} were stored`);
  assert.equal((await findRequest(strangerResponse.headers["x-request-id"])).failure, null);
});

test("looking up a request shows its audit entries and events, without values", async () => {
  const { store } = fixture;
  const productId = store.variants[0]?.product_id;
  const response = await fixture.callAsApp("PUT", `/3.0/products/${productId}.json`, {
    title: "A title that only members see",
  });
  assert.equal(response.status, 200, response.text);
  const requestId = response.headers["x-request-id"];
  const request = await eventually(async () => {
    const found = await findRequest(requestId);
    return found.events.length > 0 && found;
  });
  assert.equal(request.failure, null);
  assert.deepEqual(
    request.changes.map(({ action, resource, store: changedStore }) => [action, resource, changedStore.id]),
    [["update", "product", store.id]],
  );
  assert.deepEqual(
    request.events.map(({ topic }) => topic),
    ["product/update"],
  );
  assert.equal(JSON.stringify(request).includes("only members"), false);
});

test("a request's stock changes are found only in the given store and near the given time", async () => {
  const { store } = fixture;
  const level = { variant_id: store.variants[0]?.id ?? 0, location_id: store.locations[0]?.id ?? 0 };
  const response = await fixture.callAsApp("PUT", "/4.0/inventory_levels/adjust.json", {
    ...level,
    adjustment_quantity: 2,
  });
  assert.equal(response.status, 200, response.text);
  const requestId = response.headers["x-request-id"];
  const hint = (timeMs: number) => `&store=${store.handle}&at=${new Date(timeMs).toISOString()}`;
  const foundRequest = await findRequest(requestId, hint(Date.now() - 10 * 60_000));
  assert.deepEqual(
    foundRequest.stock_changes.map(({ variant_id, change }) => [variant_id, change]),
    [[level.variant_id, 2]],
  );
  assert.deepEqual((await findRequest(requestId, hint(Date.now() - 3_600_000))).stock_changes, []);
  assert.deepEqual((await findRequest(requestId)).stock_changes, []);
});

test("looking up a request requires a valid request id, and either both a store and a time or neither", async () => {
  const id = "req_0123456789abcdef";
  for (const [query, field] of [
    ["", "request_id"],
    ["request_id=req_short", "request_id"],
    [`request_id=${id}x`, "request_id"],
    [`request_id=${"x".repeat(65)}`, "request_id"],
    [`request_id=${id}&store=${fixture.store.handle}`, "at"],
    [`request_id=${id}&at=2026-11-27`, "store"],
    [`request_id=${id}&at=2026-11-27&store=nobody`, "store"],
  ] as const) {
    const response = await fixture.request("GET", `/requests.json?${query}`);
    assert.deepEqual([response.status, getErrorCode(response)], [422, "invalid"], query);
    const { fields } = response.json<{ error: { fields: { path: string }[] } }>().error;
    assert.deepEqual(
      fields.map(({ path }) => path),
      [field],
      query,
    );
  }
  assert.deepEqual(await findRequest(id), {
    request_id: id,
    failure: null,
    changes: [],
    stock_changes: [],
    events: [],
  });
});

test("old and excess failed requests are deleted, and server errors are kept longer than rejections", async () => {
  const { database } = fixture.testPlatform;
  await database.query("delete from failed_requests");
  await database.query(
    `insert into failed_requests (at, request_id, actor_kind, actor_id, method, path, status, code, duration_ms)
     select clock_timestamp() - age, name, 'app', 'x', 'GET', '/', status, 'x', 1 from (values
       (interval '31 days', 'old bug', 500), (interval '29 days', 'bug 1', 500), (interval '1 day', 'bug 2', 500),
       (interval '8 days', 'old rejection', 422), (interval '3 days', 'rejection 1', 422),
       (interval '2 days', 'rejection 2', 422), (interval '1 day', 'rejection 3', 422)) as row (age, name, status)`,
  );
  const listRequestIds = async () =>
    (await database.many<{ request_id: string }>("select request_id from failed_requests order by id")).map(
      ({ request_id }) => request_id,
    );
  await pruneFailures(database);
  assert.deepEqual(await listRequestIds(), ["bug 1", "bug 2", "rejection 1", "rejection 2", "rejection 3"]);
  await pruneFailures(database, { serverErrors: 1, rejections: 2 });
  assert.deepEqual(await listRequestIds(), ["bug 2", "rejection 2", "rejection 3"]);
});
