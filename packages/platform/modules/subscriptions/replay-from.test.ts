import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  eventually,
  type HttpResponse,
  installApp,
  type ReceivedRequest,
  type RecordingReceiver,
  registerApp,
  type SeededStore,
  seedStore,
  startRecordingReceiver,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";

let testPlatform: TestPlatform;
let receiver: RecordingReceiver;
/** The token of an app that has been subscribed to stock changes since before the first change. */
let firstToken: string;
let store: SeededStore;

const stockTopic = "inventory_level/inventory_quantity_update";

before(async () => {
  [testPlatform, receiver] = await Promise.all([startTestPlatform(), startRecordingReceiver()]);
  store = await seedStore(testPlatform, { products: 2 });
  firstToken = await install();
  await subscribeOk(firstToken, { topic: stockTopic, url: `${receiver.url}/first` });
  for (let change = 0; change < 4; change++) await changeStock();
  await eventually(async () => (await listStockEvents()).length === 4);
});
after(async () => {
  await testPlatform.stop();
  await receiver.stop();
});

async function install(scopes?: readonly string[]): Promise<string> {
  const app = await registerApp(testPlatform, receiver.url);
  return (await installApp(testPlatform, { store, app, ...(scopes ? { scopes } : {}) })).token;
}

function call(token: string, method: string, path: string, json?: unknown): Promise<HttpResponse> {
  return testPlatform.request(`${store.origin}/api${path}`, { method, json, token });
}

interface SubscriptionInput {
  topic?: string;
  url?: string;
  replay_from?: unknown;
}

function subscribe(
  token: string,
  { topic = stockTopic, url = `${receiver.url}/late`, ...fields }: SubscriptionInput,
): Promise<HttpResponse> {
  return call(token, "POST", "/3.0/webhooks.json", { webhook: { topic, url, ...fields } });
}

async function subscribeOk(token: string, input: SubscriptionInput): Promise<{ id: number }> {
  const response = await subscribe(token, input);
  assert.equal(response.status, 200, response.text);
  return response.json<{ id: number }>();
}

async function changeStock(): Promise<void> {
  const [variant, location] = [store.variants[0]?.id, store.locations[0]?.id];
  const change = { variant_id: variant, location_id: location, adjustment_quantity: 1 };
  assert.equal((await call(firstToken, "PUT", "/4.0/inventory_levels/adjust.json", change)).status, 200);
}

interface LoggedEvent {
  sequence: number;
  created_at: string;
}

async function listStockEvents(): Promise<LoggedEvent[]> {
  const response = await call(firstToken, "GET", `/4.0/events.json?topics=${stockTopic}&limit=250`);
  return response.json<{ events: LoggedEvent[] }>().events;
}

async function loadLastSequence(): Promise<number> {
  return (await call(firstToken, "GET", "/4.0/events.json")).json<{ last_sequence: number }>().last_sequence;
}

const getEventSequence = ({ headers }: ReceivedRequest) => Number(headers["service-event-sequence"]);
const getDeliverySequence = ({ headers }: ReceivedRequest) => Number(headers["service-delivery-sequence"]);

/** Wait for this many webhooks at a path, and return their event sequence numbers in the order of their delivery sequence numbers. */
async function awaitEventSequences(path: string, count: number): Promise<number[]> {
  const listRequests = () => receiver.requests.filter((request) => request.path === path);
  await eventually(() => listRequests().length >= count);
  return listRequests()
    .sort((first, second) => getDeliverySequence(first) - getDeliverySequence(second))
    .map(getEventSequence);
}

test("replay_from with an event's number sends that event and later past events before new ones", async () => {
  const token = await install();
  const listSequences = async () => (await listStockEvents()).map(({ sequence }) => sequence);
  const pastSequences = await listSequences();
  await subscribeOk(token, { url: `${receiver.url}/number`, replay_from: pastSequences[1] });
  await changeStock();
  await eventually(async () => (await listSequences()).length === pastSequences.length + 1);
  const expected = (await listSequences()).slice(1);
  assert.deepEqual(await awaitEventSequences("/number", expected.length), expected);
  const listBodies = (path: string) =>
    receiver.requests
      .filter((request) => request.path === path)
      .map((request) => [getEventSequence(request), request.body.toString()] as const);
  await awaitEventSequences("/first", pastSequences.length + 1);
  const originalBodies = new Map(listBodies("/first"));
  for (const [sequence, body] of listBodies("/number")) assert.equal(body, originalBodies.get(sequence));
  const eventsResponse = await call(token, "GET", "/4.0/events.json?delivered_after=0");
  const { events } = eventsResponse.json<{ events: { sequence: number; delivery_sequence: number }[] }>();
  assert.deepEqual(
    events.map(({ sequence, delivery_sequence }) => [sequence, delivery_sequence]),
    expected.map((sequence, index) => [sequence, index + 1]),
  );
});

test("a subscription shows the progress of sending past events until all are sent", async () => {
  const token = await install();
  const last_sequence = await loadLastSequence();
  const response = await subscribe(token, { url: `${receiver.url}/progress`, replay_from: 2 });
  const { id, history, webhook } = response.json<{
    id: number;
    history: unknown;
    webhook: { history: unknown };
  }>();
  assert.deepEqual(history, { after: 1, last_sequence });
  assert.deepEqual(webhook.history, history);
  const getWebhook = async () =>
    (await call(token, "GET", `/3.0/webhooks/${id}.json`)).json<{ webhook: object }>();
  await eventually(async () => !("history" in (await getWebhook()).webhook));
});

test("replay_from with a time sends the events from that time on", async () => {
  const token = await install();
  const events = await listStockEvents();
  const expected = events.slice(2).map(({ sequence }) => sequence);
  await subscribeOk(token, { url: `${receiver.url}/time`, replay_from: events[2]?.created_at });
  assert.deepEqual(await awaitEventSequences("/time", expected.length), expected);
});

test("replay_from with the event log's last number plus 1 sends only new events", async () => {
  const token = await install();
  await subscribeOk(token, { url: `${receiver.url}/next`, replay_from: (await loadLastSequence()) + 1 });
  await changeStock();
  const [sequence] = await awaitEventSequences("/next", 1);
  assert.equal(sequence, (await listStockEvents()).at(-1)?.sequence);
});

test("subscribing to a topic again with replay_from sends past events to the new URL", async () => {
  const token = await install();
  const { id } = await subscribeOk(token, { url: `${receiver.url}/old` });
  const pastSequences = (await listStockEvents()).map(({ sequence }) => sequence);
  const replacedSubscription = await subscribeOk(token, {
    url: `${receiver.url}/new`,
    replay_from: pastSequences[0],
  });
  assert.equal(replacedSubscription.id, id);
  assert.deepEqual(await awaitEventSequences("/new", pastSequences.length), pastSequences);
  assert.deepEqual(await awaitEventSequences("/old", 0), []);
});

test("past events have reduced payloads if the app lacks the topic's scope", async () => {
  const token = await install(["read_orders"]);
  const lastSequence = (await listStockEvents()).at(-1)?.sequence;
  await subscribeOk(token, { url: `${receiver.url}/reduced`, replay_from: lastSequence });
  await awaitEventSequences("/reduced", 1);
  const request = receiver.requests.find(({ path }) => path === "/reduced");
  assert.deepEqual(Object.keys(JSON.parse(request?.body.toString() ?? "")), [
    "variant_id",
    "location_id",
    "inventory_level_updated_at",
  ]);
});

test("a past app/uninstall event is never sent again", async () => {
  const token = await install();
  const { id } = await subscribeOk(token, { topic: "app/uninstall", replay_from: 1 });
  const rows = await testPlatform.database.many(
    "select history_after from webhook_subscriptions where id = $1",
    [id],
  );
  assert.deepEqual(rows, [{ history_after: null }]);
});

test("an invalid replay_from is rejected, and no subscription is created", async () => {
  const token = await install();
  const lastSequence = await loadLastSequence();
  const invalidValues = [
    0,
    -1,
    1.5,
    lastSequence + 2,
    "yesterday",
    "12",
    "",
    null,
    true,
    [],
    "2999-01-01",
    "2026-02-30T00:00:00Z",
  ];
  for (const replay_from of invalidValues) {
    const response = await subscribe(token, { replay_from });
    const { code, fields } = response.json<{ error: { code: string; fields: { path: string }[] } }>().error;
    assert.deepEqual([response.status, code], [422, "invalid"], JSON.stringify(replay_from));
    assert.ok(fields.length > 0 && fields.every(({ path }) => path === "replay_from"), response.text);
  }
  assert.deepEqual((await call(token, "GET", "/3.0/webhooks/count.json")).json(), { count: 0 });
});

test("replay_from before the oldest event is rejected with `gone`, unless the event log is complete", async () => {
  const token = await install();
  await subscribeOk(token, { replay_from: "2001-01-01", url: `${receiver.url}/all` });
  const sequences = (await listStockEvents()).map(({ sequence }) => sequence);
  const receivedSequences = await awaitEventSequences("/all", sequences.length);
  assert.deepEqual(receivedSequences.slice(0, sequences.length), sequences);
  await testPlatform.database.query("delete from events where store_id = $1 and sequence <= 2", [store.id]);
  for (const replay_from of [2, "2001-01-01"]) {
    const response = await subscribe(token, { replay_from });
    const { code, fields, current } = response.json<{
      error: { code: string; fields: { path: string }[]; current: { oldest_sequence: number } };
    }>().error;
    assert.deepEqual(
      [response.status, code, fields[0]?.path, current.oldest_sequence],
      [410, "gone", "replay_from", 3],
    );
  }
  await subscribeOk(token, { replay_from: 3 });
});
