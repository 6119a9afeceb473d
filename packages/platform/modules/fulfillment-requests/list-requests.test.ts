import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { installApp, loadInstallationId, type SeededApp, seedStore } from "@souk/testkit";
import { Check } from "typebox/value";
import {
  createFulfillmentFixture,
  type FulfillmentFixture,
  type FulfillmentRequest,
} from "./testing/fulfillment-fixture.ts";

let fixture: FulfillmentFixture;
let otherInstall: { app: SeededApp; token: string };
/**
 * The first three requests have one order each, and the app responded to each with a link. The fourth has all orders and failed.
 * The fifth was sent to the other app, which responded with a link.
 */
let requests: FulfillmentRequest[];

before(async () => {
  fixture = await createFulfillmentFixture();
  otherInstall = await fixture.installAnotherApp();
  await fixture.setUrl(otherInstall.app, "fulfillment/single", `${fixture.receiver.url}/other`);
  fixture.receiver.respondWith(({ path }) =>
    path === "/bulk"
      ? { status: 500 }
      : { status: 200, body: '{"type":"link","url":"https://parcels.dev/"}' },
  );
  requests = [];
  for (const order_id of fixture.orderIds)
    requests.push(await fixture.createRequest({ order_ids: [order_id] }));
  requests.push(await fixture.createRequest({ topic: "fulfillment/bulk", order_ids: fixture.orderIds }));
  requests.push(await fixture.createRequest({ app_handle: otherInstall.app.handle }));
});
after(() => fixture.stop());

interface List {
  fulfillment_requests: FulfillmentRequest[];
  total_count: number;
  next_cursor: string | null;
}

const path = "/4.0/fulfillment_requests";

async function listIds(query = "", token = fixture.token): Promise<number[]> {
  const response = await fixture.getFromApi(`${path}.json?${query}`, token);
  assert.ok(Check(operations.listFulfillmentRequests.response, response.json()), response.text);
  const { fulfillment_requests, total_count } = response.json<List>();
  const countResponse = await fixture.getFromApi(`${path}/count.json?${query}`, token);
  assert.deepEqual(countResponse.json(), { count: total_count });
  return fulfillment_requests.map(({ id }) => id);
}

/** Return the ids of the requests at these indexes of `requests`. */
const getIds = (...indexes: number[]) => indexes.map((index) => requests[index]?.id);

test("API-5 an app reads only the fulfillment requests that were sent to it", async () => {
  assert.deepEqual(await listIds(), getIds(0, 1, 2, 3));
  assert.deepEqual(await listIds("", otherInstall.token), getIds(4));
  const response = await fixture.getFromApi(`${path}/${requests[0]?.id}.json`);
  assert.deepEqual(
    response.json<{ fulfillment_request: FulfillmentRequest }>().fulfillment_request,
    requests[0],
  );
  assert.equal((await fixture.getFromApi(`${path}/${requests[0]?.id}.json`, otherInstall.token)).status, 404);
});

test("a person reads all fulfillment requests of a store, and another store shows none of them", async () => {
  const { browser } = fixture.store.owner;
  const list = await browser.call("GET", `${fixture.store.host_url}/api/4.0/fulfillment_requests.json`);
  assert.deepEqual(
    list.json<List>().fulfillment_requests.map(({ id }) => id),
    getIds(0, 1, 2, 3, 4),
  );
  const otherStore = await seedStore(fixture.testPlatform);
  const { token } = await installApp(fixture.testPlatform, { store: otherStore, app: fixture.app });
  const url = `${otherStore.origin}/api${path}`;
  const otherRequests = await fixture.testPlatform.request(`${url}.json`, { token });
  assert.equal(otherRequests.json<List>().total_count, 0);
  assert.equal((await fixture.testPlatform.request(`${url}/${requests[0]?.id}.json`, { token })).status, 404);
});

test("the link of a fulfillment request is visible only to people who could send the request", async () => {
  const { browser } = fixture.store.owner;
  const setRole = (role: string, rights: readonly string[]) =>
    fixture.testPlatform.database.query("update memberships set role = $2, rights = $3 where store_id = $1", [
      fixture.store.id,
      role,
      rights,
    ]);
  const readResult = async (id: number | undefined) => {
    const url = `${fixture.store.host_url}/api/4.0/fulfillment_requests`;
    const response = await browser.call("GET", `${url}/${id}.json`);
    const list = await browser.call("GET", `${url}.json?ids=${id}`);
    assert.ok(Check(operations.getFulfillmentRequest.response, response.json()), response.text);
    const request = response.json<{ fulfillment_request: FulfillmentRequest }>().fulfillment_request;
    assert.deepEqual(list.json<List>().fulfillment_requests, [request]);
    return [request.status, request.answer, request.error];
  };
  const expectedFailure = [requests[3]?.status, null, requests[3]?.error];
  await setRole("custom", ["orders.view"]);
  assert.deepEqual(
    [await readResult(requests[0]?.id), await readResult(requests[3]?.id)],
    [["linked", null, null], expectedFailure],
  );
  await setRole("custom", ["orders.view", "orders.fulfill"]);
  assert.deepEqual(await readResult(requests[0]?.id), ["linked", null, null]);
  // The role's rights do not cover the app's scopes, so the person can open the app only if a manager gave them access to it.
  await fixture.testPlatform.database.query(
    "update memberships set installation_ids = array(select id from installations where store_id = $1) where store_id = $1",
    [fixture.store.id],
  );
  assert.deepEqual(await readResult(requests[0]?.id), ["linked", requests[0]?.answer, null]);
  await setRole("owner", []);
});

test("fulfillment requests can be filtered by order, status, topic and app, and paged with a cursor", async () => {
  const [first, second] = fixture.orderIds;
  assert.deepEqual(await listIds(`order_ids=${first}`), getIds(0, 3));
  assert.deepEqual(await listIds(`order_ids=${first},${second}&topic=fulfillment/single`), getIds(0, 1));
  assert.deepEqual(await listIds("status=failed"), getIds(3));
  assert.deepEqual(await listIds(`app_handle=${otherInstall.app.handle}`), []);
  assert.deepEqual(await listIds("sort=created_at.desc&limit=1"), getIds(3));
  const pagedIds: number[] = [];
  let cursor = "";
  do {
    const page = (await fixture.getFromApi(`${path}.json?limit=3${cursor}`)).json<List>();
    pagedIds.push(...page.fulfillment_requests.map(({ id }) => id));
    cursor = page.next_cursor === null ? "" : `&cursor=${page.next_cursor}`;
  } while (cursor !== "");
  assert.deepEqual(pagedIds, getIds(0, 1, 2, 3));
});

test("an app without the fulfillment scope reads no fulfillment requests", async () => {
  const appWithoutScope = await fixture.installAnotherApp();
  const store = await seedStore(fixture.testPlatform);
  const { token } = await installApp(fixture.testPlatform, {
    store,
    app: appWithoutScope.app,
    scopes: ["read_orders"],
  });
  const response = await fixture.testPlatform.request(`${store.origin}/api${path}.json`, { token });
  assert.equal(response.status, 403);
  assert.equal(
    response.json<{ error: { required_scope: string } }>().error.required_scope,
    "read_fulfillments",
  );
});

test("FUL-2 the page of a fulfillment request can frame only the origin of the link in the app's response", async () => {
  const { browser } = fixture.store.owner;
  const loadPolicy = async (id: number | string | undefined): Promise<string> => {
    const page = await browser.open(`${fixture.store.host_url}/fulfillment-requests/${id}`);
    assert.equal(page.status, 200, page.text);
    return String(page.headers["content-security-policy"]);
  };
  assert.match(await loadPolicy(requests[0]?.id), /frame-src https:\/\/parcels\.dev;/);
  for (const id of [requests[3]?.id, 999_999, "x"]) assert.match(await loadPolicy(id), /frame-src 'none'/);
  const updateText = "update installations set status = $2 where app_id = $1";
  await fixture.testPlatform.database.query(updateText, [fixture.app.id, "disabled"]);
  assert.match(await loadPolicy(requests[0]?.id), /frame-src 'none'/);
  await fixture.testPlatform.database.query(updateText, [fixture.app.id, "enabled"]);
});

test("the link in a disabled app's response is hidden until the app is enabled again", async () => {
  const { owner, host_url } = fixture.store;
  const installationId = await loadInstallationId(fixture.store, otherInstall.app);
  const setStatus = async (action: "enable" | "disable") => {
    const url = `${host_url}/api/console/apps/${installationId}/${action}.json`;
    assert.equal((await owner.browser.call("POST", url)).status, 200);
  };
  const readAnswer = async () => {
    const url = `${host_url}/api/4.0/fulfillment_requests/${requests[4]?.id}.json`;
    return (await owner.browser.call("GET", url)).json<{ fulfillment_request: FulfillmentRequest }>()
      .fulfillment_request.answer;
  };
  await setStatus("disable");
  assert.equal(await readAnswer(), null);
  await setStatus("enable");
  assert.deepEqual(await readAnswer(), requests[4]?.answer);
});
