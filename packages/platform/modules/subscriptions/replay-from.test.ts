import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type Answer,
  eventually,
  installApp,
  type ReceivedRequest,
  type RecordingReceiver,
  recordingReceiver,
  registerApp,
  type SeededStore,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";

let testing: TestPlatform;
let receiver: RecordingReceiver;
/** The token of an app that was subscribed to stock changes from the beginning. */
let first: string;
let store: SeededStore;

const stock = "inventory_level/inventory_quantity_update";

before(async () => {
  [testing, receiver] = await Promise.all([testPlatform(), recordingReceiver()]);
  store = await seedStore(testing, { products: 2 });
  first = await install();
  await subscribed(first, { topic: stock, url: `${receiver.url}/first` });
  for (let change = 0; change < 4; change++) await changeStock();
  await eventually(async () => (await stockEvents()).length === 4);
});
after(async () => {
  await testing.stop();
  await receiver.stop();
});

async function install(scopes?: readonly string[]): Promise<string> {
  const app = await registerApp(testing, receiver.url);
  return (await installApp(testing, { store, app, ...(scopes ? { scopes } : {}) })).token;
}

function call(token: string, method: string, path: string, json?: unknown): Promise<Answer> {
  return testing.request(`${store.origin}/api${path}`, { method, json, token });
}

interface Asked {
  topic?: string;
  url?: string;
  replay_from?: unknown;
}

function subscribe(
  token: string,
  { topic = stock, url = `${receiver.url}/late`, ...more }: Asked,
): Promise<Answer> {
  return call(token, "POST", "/3.0/webhooks.json", { webhook: { topic, url, ...more } });
}

async function subscribed(token: string, asked: Asked): Promise<{ id: number }> {
  const answer = await subscribe(token, asked);
  assert.equal(answer.status, 200, answer.text);
  return answer.json<{ id: number }>();
}

async function changeStock(): Promise<void> {
  const [variant, location] = [store.variants[0]?.id, store.locations[0]?.id];
  const change = { variant_id: variant, location_id: location, adjustment_quantity: 1 };
  assert.equal((await call(first, "PUT", "/4.0/inventory_levels/adjust.json", change)).status, 200);
}

interface Logged {
  sequence: number;
  created_at: string;
}

async function stockEvents(): Promise<Logged[]> {
  const answer = await call(first, "GET", `/4.0/events.json?topics=${stock}&limit=250`);
  return answer.json<{ events: Logged[] }>().events;
}

async function lastNumber(): Promise<number> {
  return (await call(first, "GET", "/4.0/events.json")).json<{ last_sequence: number }>().last_sequence;
}

const header = (name: string) => (request: ReceivedRequest) => Number(request.headers[name]);

/** Wait for this many webhooks at a path; return their event numbers in the order of the delivery numbers. */
async function arrived(path: string, count: number): Promise<number[]> {
  const there = () => receiver.requests.filter((request) => request.path === path);
  await eventually(() => there().length >= count);
  const order = header("service-delivery-sequence");
  return there()
    .sort((a, b) => order(a) - order(b))
    .map(header("service-event-sequence"));
}

test("replay_from a number sends later events, signed and numbered, before new ones", async () => {
  const token = await install();
  const past = (await stockEvents()).map(({ sequence }) => sequence);
  await subscribed(token, { url: `${receiver.url}/number`, replay_from: past[1] });
  await changeStock();
  const now = async () => (await stockEvents()).map(({ sequence }) => sequence);
  await eventually(async () => (await now()).length === past.length + 1);
  const expected = (await now()).slice(1);
  assert.deepEqual(await arrived("/number", expected.length), expected);
  const bodies = (path: string) =>
    receiver.requests
      .filter((request) => request.path === path)
      .map((request) => [header("service-event-sequence")(request), request.body.toString()] as const);
  const original = new Map(bodies("/first"));
  for (const [sequence, body] of bodies("/number")) assert.equal(body, original.get(sequence));
  const delivered = await call(token, "GET", "/4.0/events.json?delivered_after=0");
  const { events } = delivered.json<{ events: { sequence: number; delivery_sequence: number }[] }>();
  assert.deepEqual(
    events.map(({ sequence, delivery_sequence }) => [sequence, delivery_sequence]),
    expected.map((sequence, index) => [sequence, index + 1]),
  );
});

test("a subscription shows the progress of its history until that is complete", async () => {
  const token = await install();
  const last_sequence = await lastNumber();
  const asked = await subscribe(token, { url: `${receiver.url}/progress`, replay_from: 2 });
  const { id, history, webhook } = asked.json<{
    id: number;
    history: unknown;
    webhook: { history: unknown };
  }>();
  assert.deepEqual(history, { after: 1, last_sequence });
  assert.deepEqual(webhook.history, history);
  const shown = async () =>
    (await call(token, "GET", `/3.0/webhooks/${id}.json`)).json<{ webhook: object }>();
  await eventually(async () => !("history" in (await shown()).webhook));
});

test("replay_from a time sends the events from then on", async () => {
  const token = await install();
  const events = await stockEvents();
  const expected = events.slice(2).map(({ sequence }) => sequence);
  await subscribed(token, { url: `${receiver.url}/time`, replay_from: events[2]?.created_at });
  assert.deepEqual(await arrived("/time", expected.length), expected);
});

test("replay_from the number after the log's last sends no past events", async () => {
  const token = await install();
  await subscribed(token, { url: `${receiver.url}/next`, replay_from: (await lastNumber()) + 1 });
  await changeStock();
  const [sequence] = await arrived("/next", 1);
  assert.equal(sequence, (await stockEvents()).at(-1)?.sequence);
});

test("replay_from on a subscribed topic replaces the URL and sends history there", async () => {
  const token = await install();
  const { id } = await subscribed(token, { url: `${receiver.url}/old` });
  const past = (await stockEvents()).map(({ sequence }) => sequence);
  const again = await subscribed(token, { url: `${receiver.url}/new`, replay_from: past[0] });
  assert.equal(again.id, id);
  assert.deepEqual(await arrived("/new", past.length), past);
  assert.deepEqual(await arrived("/old", 0), []);
});

test("history without the topic's scope has reduced payloads as any webhook", async () => {
  const token = await install(["read_orders"]);
  const last = (await stockEvents()).at(-1)?.sequence;
  await subscribed(token, { url: `${receiver.url}/reduced`, replay_from: last });
  await arrived("/reduced", 1);
  const request = receiver.requests.find(({ path }) => path === "/reduced");
  assert.deepEqual(Object.keys(JSON.parse(request?.body.toString() ?? "")), [
    "variant_id",
    "location_id",
    "inventory_level_updated_at",
  ]);
});

test("an app never gets a past app/uninstall again", async () => {
  const token = await install();
  const { id } = await subscribed(token, { topic: "app/uninstall", replay_from: 1 });
  const rows = await testing.database.many("select history_after from webhook_subscriptions where id = $1", [
    id,
  ]);
  assert.deepEqual(rows, [{ history_after: null }]);
});

test("an invalid replay_from is rejected by name, and nothing is subscribed", async () => {
  const token = await install();
  const last = await lastNumber();
  const wrong = [
    0,
    -1,
    1.5,
    last + 2,
    "yesterday",
    "12",
    "",
    null,
    true,
    [],
    "2999-01-01",
    "2026-02-30T00:00:00Z",
  ];
  for (const replay_from of wrong) {
    const answer = await subscribe(token, { replay_from });
    const { code, fields } = answer.json<{ error: { code: string; fields: { path: string }[] } }>().error;
    assert.deepEqual([answer.status, code], [422, "invalid"], JSON.stringify(replay_from));
    assert.ok(fields.length > 0 && fields.every(({ path }) => path === "replay_from"), answer.text);
  }
  assert.deepEqual((await call(token, "GET", "/3.0/webhooks/count.json")).json(), { count: 0 });
});

test("replay_from before a shortened log is gone; in a complete log any time is valid", async () => {
  const token = await install();
  await subscribed(token, { replay_from: "2001-01-01", url: `${receiver.url}/all` });
  const all = (await stockEvents()).map(({ sequence }) => sequence);
  assert.deepEqual((await arrived("/all", all.length)).slice(0, all.length), all);
  await testing.database.query("delete from events where store_id = $1 and sequence <= 2", [store.id]);
  for (const replay_from of [2, "2001-01-01"]) {
    const answer = await subscribe(token, { replay_from });
    const { code, fields, current } = answer.json<{
      error: { code: string; fields: { path: string }[]; current: { oldest_sequence: number } };
    }>().error;
    assert.deepEqual(
      [answer.status, code, fields[0]?.path, current.oldest_sequence],
      [410, "gone", "replay_from", 3],
    );
  }
  await subscribed(token, { replay_from: 3 });
});
