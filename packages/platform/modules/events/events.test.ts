import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { consoleCall, eventually, installApp, loadInstallationId, registerApp } from "@souk/testkit";
import { createLogFixture, type LogFixture, type LoggedStore } from "./testing/log-fixture.ts";

let fixture: LogFixture;

before(async () => {
  fixture = await createLogFixture();
});
after(() => fixture.stop());

const stock = "inventory_level/inventory_quantity_update";

interface ErrorBody {
  error: { code: string; fields: { path: string; message: string }[]; current?: Record<string, number> };
}

async function getError(store: LoggedStore, query: string): Promise<ErrorBody["error"] & { status: number }> {
  const answer = await store.call("GET", `/4.0/events.json?${query}`);
  return { status: answer.status, ...answer.json<ErrorBody>().error };
}

test("the log is read in order and without a gap, by following next_after", async () => {
  const store = await fixture.openStore();
  await store.write("order/create", 6);
  const seen: number[] = [];
  let after = 0;
  for (let last = 1; after < last; ) {
    const page = await store.read(`after=${after}&limit=4`);
    seen.push(...page.events.map(({ sequence }) => sequence));
    after = page.next_after ?? assert.fail();
    last = page.last_sequence;
    assert.equal(page.oldest_sequence, 1);
  }
  assert.deepEqual(seen, [1, 2, 3, 4, 5, 6]);
  assert.deepEqual((await store.read("after=6")).events, []);
  assert.deepEqual((await store.read("")).events[0]?.sequence, 1);
});

test("an event has a payload if the app is subscribed and one was rendered at the time", async () => {
  const store = await fixture.openStore();
  await store.changeStock();
  await store.ends(2);
  await store.subscribe(stock);
  await store.changeStock();
  await store.ends(4);
  const of = async (): Promise<unknown[]> => {
    const { events } = await store.read("after=0");
    return events.map(({ topic, payload }) => [topic, payload !== null]).sort();
  };
  const product = ["product/update", false];
  assert.deepEqual(await of(), [[stock, false], [stock, true], product, product]);
  const { events } = await store.read(`after=2&topics=${stock}`);
  const [event] = events;
  const request = await fixture.receiver.received(({ path }) => path === `/${store.seededStore.handle}`);
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
  const { id } = (await store.subscribe(stock)).json<{ id: number }>();
  await store.call("DELETE", `/3.0/webhooks/${id}.json`);
  assert.deepEqual(
    (await store.read("after=0")).events.filter(({ payload }) => payload !== null),
    [],
  );
});

test("a reader of one topic moves past all events of other topics", async () => {
  const store = await fixture.openStore();
  await store.write("order/create", 12_000);
  await store.write("order/paid", 1);
  const first = await store.read("after=0&topics=order/paid");
  assert.deepEqual([first.events, first.next_after, first.last_sequence], [[], 10_000, 12_001]);
  const next = await store.read(`after=${first.next_after}&topics=order/paid`);
  assert.deepEqual([next.events.map(({ sequence }) => sequence), next.next_after], [[12_001], 12_001]);
});

test("a response ends at 4 MiB of payloads, and the next one continues from there", async () => {
  const store = await fixture.openStore();
  await store.subscribe("order/create");
  await store.write("order/create", 10, 1_000_000);
  const sizes: number[] = [];
  for (let after = 0; after < 10; ) {
    const page = await store.read(`after=${after}`);
    sizes.push(page.events.length);
    after = page.next_after ?? assert.fail();
  }
  assert.deepEqual(sizes, [5, 5]);
});

test("without the scope of a topic a payload has only ids, status and timestamps", async () => {
  const store = await fixture.openStore(["write_products"]);
  await store.subscribe("order/create");
  await store.write("order/create", 1, 40);
  await fixture.testing.database.query(
    `update events set payload = '{"order":{"id":7,"email":"mei@kedai.my","status":"open"}}' where store_id = $1`,
    [store.seededStore.id],
  );
  const { events } = await store.read("after=0");
  assert.deepEqual(events[0]?.payload, { order: { id: 7, status: "open" } });
  assert.equal(events[0]?.resource_id, 1);
});

test("the removal of another app has a number without record or payload", async () => {
  const store = await fixture.openStore();
  await store.subscribe("app/uninstall");
  const leaving = await registerApp(fixture.testing, fixture.receiver.url);
  const { token } = await installApp(fixture.testing, { store: store.seededStore, app: leaving });
  await store.call(
    "POST",
    "/3.0/webhooks.json",
    { topic: "app/uninstall", url: `${fixture.receiver.url}/bye` },
    token,
  );
  const { host_url, owner } = store.seededStore;
  const id = await loadInstallationId(store.seededStore, leaving);
  await consoleCall(owner.browser, ["DELETE", `${host_url}/api/console/apps/${id}.json`]);
  await store.ends(1);
  const rows = await fixture.testing.database.many(
    "select payload is null as none from events where store_id = $1",
    [store.seededStore.id],
  );
  assert.deepEqual(rows, [{ none: false }], "the log itself has it");
  const { events } = await store.read("after=0");
  assert.deepEqual(
    events.map(({ sequence, topic, resource_id, payload }) => [sequence, topic, resource_id, payload]),
    [[1, "app/uninstall", null, null]],
  );
});

test("a deleted part of the log is gone, by name, with the range that remains", async () => {
  const store = await fixture.openStore();
  await store.write("order/create", 5);
  await fixture.testing.database.query("delete from events where store_id = $1 and sequence <= 3", [
    store.seededStore.id,
  ]);
  const { status, code, fields, current } = await getError(store, "after=2");
  assert.deepEqual([status, code, fields[0]?.path], [410, "gone", "after"]);
  assert.deepEqual(current, { oldest_sequence: 4, last_sequence: 5 });
  const sequences = async (query: string) => (await store.read(query)).events.map(({ sequence }) => sequence);
  assert.deepEqual(
    [await sequences("after=3"), await sequences("")],
    [
      [4, 5],
      [4, 5],
    ],
  );
  await fixture.testing.database.query("delete from events where store_id = $1", [store.seededStore.id]);
  assert.deepEqual((await getError(store, "after=4")).code, "gone");
  const { oldest_sequence, last_sequence, next_after } = await store.read("");
  assert.deepEqual([oldest_sequence, last_sequence, next_after], [6, 5, 5]);
});

test("an impossible query is rejected by name", async () => {
  const store = await fixture.openStore();
  const questions = [
    ["after=1&delivered_after=1", "delivered_after"],
    ["after=1", "after"],
    ["delivered_after=1", "delivered_after"],
    ["after=-1", "after"],
    ["after=last", "after"],
    ["delivered_after=1.5", "delivered_after"],
    ["topics=order/created", "topics"],
    ["topics=,", "topics"],
  ];
  for (const [query = "", path] of questions) {
    const { status, code, fields } = await getError(store, query);
    assert.deepEqual([status, code, fields.map((field) => field.path)], [422, "invalid", [path]], query);
  }
  assert.match((await getError(store, "topics=order/created")).fields[0]?.message ?? "", /order\/create/);
});

test("the log is for apps: a merchant's session is rejected", async () => {
  const { owner, host_url } = (await fixture.openStore()).seededStore;
  const answer = await owner.browser.call("GET", `${host_url}/api/4.0/events.json`);
  assert.deepEqual([answer.status, answer.json<ErrorBody>().error.code], [403, "not_allowed"]);
});

test("an app reads its deliveries by their own numbers, with their states", async () => {
  const store = await fixture.openStore();
  await store.subscribe(stock);
  await store.changeStock();
  await store.ends(2);
  await store.subscribe("product/update");
  await store.changeStock();
  const delivered = async () =>
    (await store.read("delivered_after=0")).events.every(
      ({ delivery_state }) => delivery_state === "delivered",
    );
  await eventually(
    async () => (await store.read("delivered_after=0")).events.length === 3 && (await delivered()),
  );
  const page = await store.read("delivered_after=1&limit=1");
  const [event] = page.events;
  const requests = fixture.receiver.requests.filter(({ path }) => path === `/${store.seededStore.handle}`);
  const sent = requests.find(({ headers }) => headers["service-delivery-sequence"] === "2") ?? assert.fail();
  assert.deepEqual(
    [String(event?.webhook_id), String(event?.sequence), event?.topic, event?.payload],
    [
      sent.headers["service-webhook-id"],
      sent.headers["service-event-sequence"],
      sent.headers["service-topic"],
      JSON.parse(sent.body.toString()),
    ],
  );
  const { oldest_delivery_sequence, last_delivery_sequence, next_delivered_after, last_sequence } = page;
  assert.deepEqual(
    [oldest_delivery_sequence, last_delivery_sequence, next_delivered_after, last_sequence, page.next_after],
    [1, 3, 2, 4, undefined],
  );
  const { events } = await store.read(`delivered_after=0&topics=${stock}`);
  assert.equal(events.length, 2);
});

test("a number that enabling skipped is passed by next_delivered_after", async () => {
  const store = await fixture.openStore();
  const { owner, host_url } = store.seededStore;
  const url = `${host_url}/api/console/apps/${store.installation_id}`;
  for (const change of ["disable", "enable"])
    assert.equal((await owner.browser.call("POST", `${url}/${change}.json`)).status, 200);
  const { events, oldest_delivery_sequence, next_delivered_after } = await store.read("delivered_after=0");
  assert.deepEqual([events, oldest_delivery_sequence, next_delivered_after], [[], 2, 1]);
});

test("deliveries that may have been deleted are gone", async () => {
  const store = await fixture.openStore();
  const { database } = fixture.testing;
  await store.subscribe(stock);
  for (let change = 0; change < 3; change++) await store.changeStock();
  await eventually(async () => (await store.read("delivered_after=0")).last_delivery_sequence === 3);
  await database.query("delete from deliveries where installation_id = $1 and number <= 2", [
    store.installation_id,
  ]);
  // Of an app that is younger than deliveries are kept nothing was dropped.
  assert.equal((await store.read("delivered_after=0")).events.length, 1);
  await database.query(
    "update installations set created_at = created_at - interval '15 days' where id = $1",
    [store.installation_id],
  );
  const { status, code, fields, current } = await getError(store, "delivered_after=1");
  assert.deepEqual([status, code, fields[0]?.path], [410, "gone", "delivered_after"]);
  assert.deepEqual(current, { oldest_delivery_sequence: 3, last_delivery_sequence: 3 });
  assert.equal((await store.read("delivered_after=2")).events.length, 1);
});
