import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { callConsole, eventually, installApp, loadInstallationId, registerApp } from "@souk/testkit";
import { createLogFixture, type LogFixture, type LoggedStore } from "./testing/log-fixture.ts";

let fixture: LogFixture;

before(async () => {
  fixture = await createLogFixture();
});
after(() => fixture.stop());

const stockTopic = "inventory_level/inventory_quantity_update";

interface ErrorBody {
  error: { code: string; fields: { path: string; message: string }[]; current?: Record<string, number> };
}

async function getError(store: LoggedStore, query: string): Promise<ErrorBody["error"] & { status: number }> {
  const response = await store.call("GET", `/4.0/events.json?${query}`);
  return { status: response.status, ...response.json<ErrorBody>().error };
}

test("following `next_after` reads the whole event log in order, without a gap", async () => {
  const store = await fixture.openStore();
  await store.insertEvents("order/create", 6);
  const sequences: number[] = [];
  let lastReadSequence = 0;
  for (let lastSequence = 1; lastReadSequence < lastSequence; ) {
    const page = await store.readEvents(`after=${lastReadSequence}&limit=4`);
    sequences.push(...page.events.map(({ sequence }) => sequence));
    lastReadSequence = page.next_after ?? assert.fail();
    lastSequence = page.last_sequence;
    assert.equal(page.oldest_sequence, 1);
  }
  assert.deepEqual(sequences, [1, 2, 3, 4, 5, 6]);
  assert.deepEqual((await store.readEvents("after=6")).events, []);
  assert.deepEqual((await store.readEvents("")).events[0]?.sequence, 1);
});

test("a logged event has a payload if one was stored and the app is subscribed to its topic", async () => {
  const store = await fixture.openStore();
  await store.changeStock();
  await store.awaitLastSequence(2);
  await store.subscribe(stockTopic);
  await store.changeStock();
  await store.awaitLastSequence(4);
  /** List the topic of each event, and whether the event has a payload. */
  const listTopicsAndPayloads = async (): Promise<unknown[]> => {
    const { events } = await store.readEvents("after=0");
    return events.map(({ topic, payload }) => [topic, payload !== null]).sort();
  };
  const productEvent = ["product/update", false];
  assert.deepEqual(await listTopicsAndPayloads(), [
    [stockTopic, false],
    [stockTopic, true],
    productEvent,
    productEvent,
  ]);
  const { events } = await store.readEvents(`after=2&topics=${stockTopic}`);
  const [event] = events;
  const request = await fixture.receiver.waitForRequest(
    ({ path }) => path === `/${store.seededStore.handle}`,
  );
  const { headers } = request;
  assert.deepEqual(
    [event?.payload, String(event?.sequence), String(event?.id), event?.context, event?.trigger_by_app],
    [
      JSON.parse(request.body.toString()),
      headers["service-event-sequence"],
      headers["service-event-id"],
      headers["service-webhook-context"],
      headers["service-webhook-trigger-by-app"],
    ],
  );
  assert.match(event?.created_at ?? "", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/);
  const { id } = (await store.subscribe(stockTopic)).json<{ id: number }>();
  await store.call("DELETE", `/3.0/webhooks/${id}.json`);
  assert.deepEqual(
    (await store.readEvents("after=0")).events.filter(({ payload }) => payload !== null),
    [],
  );
});

test("a request for one topic of the event log skips at most 10,000 events of other topics", async () => {
  const store = await fixture.openStore();
  await store.insertEvents("order/create", 12_000);
  await store.insertEvents("order/paid", 1);
  const firstPage = await store.readEvents("after=0&topics=order/paid");
  assert.deepEqual([firstPage.events, firstPage.next_after, firstPage.last_sequence], [[], 10_000, 12_001]);
  const nextPage = await store.readEvents(`after=${firstPage.next_after}&topics=order/paid`);
  assert.deepEqual(
    [nextPage.events.map(({ sequence }) => sequence), nextPage.next_after],
    [[12_001], 12_001],
  );
});

test("a page of the event log ends at 4 MiB of payloads, and the next page continues after it", async () => {
  const store = await fixture.openStore();
  await store.subscribe("order/create");
  await store.insertEvents("order/create", 10, 1_000_000);
  const sizes: number[] = [];
  for (let lastReadSequence = 0; lastReadSequence < 10; ) {
    const page = await store.readEvents(`after=${lastReadSequence}`);
    sizes.push(page.events.length);
    lastReadSequence = page.next_after ?? assert.fail();
  }
  // The fifth payload of a megabyte exceeds 4 MiB, and is still included.
  assert.deepEqual(sizes, [5, 5]);
});

test("without the scope of its topic, an event's payload has only ids, status and timestamps", async () => {
  const store = await fixture.openStore(["write_products"]);
  await store.subscribe("order/create");
  await store.insertEvents("order/create", 1, 40);
  await fixture.testPlatform.database.query(
    `update events set payload = '{"order":{"id":7,"email":"mei@kedai.my","status":"open"}}' where store_id = $1`,
    [store.seededStore.id],
  );
  const { events } = await store.readEvents("after=0");
  assert.deepEqual(events[0]?.payload, { order: { id: 7, status: "open" } });
  assert.equal(events[0]?.resource_id, 1);
});

test("an app reads another app's uninstallation as an event without a resource id or a payload", async () => {
  const store = await fixture.openStore();
  await store.subscribe("app/uninstall");
  const otherApp = await registerApp(fixture.testPlatform, fixture.receiver.url);
  const { token } = await installApp(fixture.testPlatform, { store: store.seededStore, app: otherApp });
  await store.call(
    "POST",
    "/3.0/webhooks.json",
    { topic: "app/uninstall", url: `${fixture.receiver.url}/bye` },
    token,
  );
  const { host_url, owner } = store.seededStore;
  const id = await loadInstallationId(store.seededStore, otherApp);
  await callConsole(owner.browser, ["DELETE", `${host_url}/api/console/apps/${id}.json`]);
  await store.awaitLastSequence(1);
  const rows = await fixture.testPlatform.database.many(
    "select payload is null as has_no_payload from events where store_id = $1",
    [store.seededStore.id],
  );
  assert.deepEqual(rows, [{ has_no_payload: false }], "the payload is stored in the log");
  const { events } = await store.readEvents("after=0");
  assert.deepEqual(
    events.map(({ sequence, topic, resource_id, payload }) => [sequence, topic, resource_id, payload]),
    [[1, "app/uninstall", null, null]],
  );
});

test("reading deleted events of the log returns `gone`, with the range of sequences that remain", async () => {
  const store = await fixture.openStore();
  await store.insertEvents("order/create", 5);
  await fixture.testPlatform.database.query("delete from events where store_id = $1 and sequence <= 3", [
    store.seededStore.id,
  ]);
  const { status, code, fields, current } = await getError(store, "after=2");
  assert.deepEqual([status, code, fields[0]?.path], [410, "gone", "after"]);
  assert.deepEqual(current, { oldest_sequence: 4, last_sequence: 5 });
  const readSequences = async (query: string) =>
    (await store.readEvents(query)).events.map(({ sequence }) => sequence);
  assert.deepEqual(
    [await readSequences("after=3"), await readSequences("")],
    [
      [4, 5],
      [4, 5],
    ],
  );
  await fixture.testPlatform.database.query("delete from events where store_id = $1", [store.seededStore.id]);
  assert.deepEqual((await getError(store, "after=4")).code, "gone");
  const { oldest_sequence, last_sequence, next_after } = await store.readEvents("");
  assert.deepEqual([oldest_sequence, last_sequence, next_after], [6, 5, 5]);
});

test("an invalid query parameter of the event log is rejected with an error for that parameter", async () => {
  const store = await fixture.openStore();
  const invalidQueries = [
    ["after=1&delivered_after=1", "delivered_after"],
    ["after=1", "after"],
    ["delivered_after=1", "delivered_after"],
    ["after=-1", "after"],
    ["after=last", "after"],
    ["delivered_after=1.5", "delivered_after"],
    ["topics=order/created", "topics"],
    ["topics=,", "topics"],
  ];
  for (const [query = "", path] of invalidQueries) {
    const { status, code, fields } = await getError(store, query);
    assert.deepEqual([status, code, fields.map((field) => field.path)], [422, "invalid", [path]], query);
  }
  assert.match((await getError(store, "topics=order/created")).fields[0]?.message ?? "", /order\/create/);
});

test("a merchant's session cannot read the event log", async () => {
  const { owner, host_url } = (await fixture.openStore()).seededStore;
  const response = await owner.browser.call("GET", `${host_url}/api/4.0/events.json`);
  assert.deepEqual([response.status, response.json<ErrorBody>().error.code], [403, "not_allowed"]);
});

test("an app can read its deliveries by delivery number, with their states", async () => {
  const store = await fixture.openStore();
  await store.subscribe(stockTopic);
  await store.changeStock();
  await store.awaitLastSequence(2);
  await store.subscribe("product/update");
  await store.changeStock();
  const areAllDelivered = async () =>
    (await store.readEvents("delivered_after=0")).events.every(
      ({ delivery_state }) => delivery_state === "delivered",
    );
  await eventually(
    async () =>
      (await store.readEvents("delivered_after=0")).events.length === 3 && (await areAllDelivered()),
  );
  const page = await store.readEvents("delivered_after=1&limit=1");
  const [event] = page.events;
  const requests = fixture.receiver.requests.filter(({ path }) => path === `/${store.seededStore.handle}`);
  const secondRequest =
    requests.find(({ headers }) => headers["service-delivery-sequence"] === "2") ?? assert.fail();
  assert.deepEqual(
    [String(event?.webhook_id), String(event?.sequence), event?.topic, event?.payload],
    [
      secondRequest.headers["service-webhook-id"],
      secondRequest.headers["service-event-sequence"],
      secondRequest.headers["service-topic"],
      JSON.parse(secondRequest.body.toString()),
    ],
  );
  const { oldest_delivery_sequence, last_delivery_sequence, next_delivered_after, last_sequence } = page;
  assert.deepEqual(
    [oldest_delivery_sequence, last_delivery_sequence, next_delivered_after, last_sequence, page.next_after],
    [1, 3, 2, 4, undefined],
  );
  const { events } = await store.readEvents(`delivered_after=0&topics=${stockTopic}`);
  assert.equal(events.length, 2);
});

test("`next_delivered_after` skips a delivery number that was left unused when the app was enabled", async () => {
  const store = await fixture.openStore();
  const { owner, host_url } = store.seededStore;
  const url = `${host_url}/api/console/apps/${store.installation_id}`;
  for (const action of ["disable", "enable"])
    assert.equal((await owner.browser.call("POST", `${url}/${action}.json`)).status, 200);
  const { events, oldest_delivery_sequence, next_delivered_after } =
    await store.readEvents("delivered_after=0");
  assert.deepEqual([events, oldest_delivery_sequence, next_delivered_after], [[], 2, 1]);
});

test("reading deliveries that may have been deleted returns `gone`", async () => {
  const store = await fixture.openStore();
  const { database } = fixture.testPlatform;
  await store.subscribe(stockTopic);
  for (let change = 0; change < 3; change++) await store.changeStock();
  await eventually(async () => (await store.readEvents("delivered_after=0")).last_delivery_sequence === 3);
  await database.query("delete from deliveries where installation_id = $1 and number <= 2", [
    store.installation_id,
  ]);
  // The installation is newer than the retention period of deliveries, so no delivery can have been deleted yet.
  assert.equal((await store.readEvents("delivered_after=0")).events.length, 1);
  await database.query(
    "update installations set created_at = created_at - interval '15 days' where id = $1",
    [store.installation_id],
  );
  const { status, code, fields, current } = await getError(store, "delivered_after=1");
  assert.deepEqual([status, code, fields[0]?.path], [410, "gone", "delivered_after"]);
  assert.deepEqual(current, { oldest_delivery_sequence: 3, last_delivery_sequence: 3 });
  assert.equal((await store.readEvents("delivered_after=2")).events.length, 1);
});
