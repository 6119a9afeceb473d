import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "@souk/testkit";
import { assertDone, assertNamesFields } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import type { Installed } from "../installing.ts";
import { installStockedApp, type StockedApp } from "../stocked-app.ts";
import { listReceived, parsePayload, type Subscription, subscribe } from "../webhooks.ts";

const inventory = "inventory_level/inventory_quantity_update";

let fixture: ConformanceFixture;
/** An app that changes its store's stock and stays enabled. */
let stocked: StockedApp;

before(async () => {
  fixture = await createConformanceFixture();
  stocked = await installStockedApp(fixture, "event log");
});
after(() => fixture.close());

const scopes = ["read_products"];

interface QuantityPayload {
  variant_id: number;
  inventory_quantity: number;
}

interface Logged {
  sequence: number;
  topic: string;
  payload: QuantityPayload | null;
  delivery_sequence: number;
}

interface Page {
  events: Logged[];
  last_sequence: number;
  next_after?: number;
  last_delivery_sequence?: number;
  next_delivered_after?: number;
}

/** Return the events that an app reads, page by page, and the last of the responses. */
async function readAll({ api }: Installed, query: string): Promise<{ events: Logged[]; end: Page }> {
  const events: Logged[] = [];
  for (let place = ""; ; ) {
    const end = assertDone<Page>(await api.get(`/4.0/events.json?limit=250&${query}${place}`));
    events.push(...end.events);
    const { next_after, last_sequence } = end;
    if (next_after === undefined || next_after >= last_sequence) return { events, end };
    place = `&after=${next_after}`;
  }
}

/** Return every delivery of an app, and the last number. */
async function readDelivered({ api }: Installed): Promise<{ events: Logged[]; upTo: number }> {
  const events: Logged[] = [];
  for (let after = 0; ; ) {
    const page = assertDone<Page>(await api.get(`/4.0/events.json?limit=250&delivered_after=${after}`));
    events.push(...page.events);
    after = page.next_delivered_after ?? assert.fail("no next_delivered_after");
    if (after === page.last_delivery_sequence) return { events, upTo: after };
  }
}

/** Return the end of the log, once a change of the file's own variant has its number. */
async function endOfLog(quantity: number): Promise<number> {
  let last = 0;
  await eventually(async () => {
    const { events, end } = await readAll(stocked.installed, `topics=${inventory}`);
    last = end.last_sequence;
    return events.some(({ payload }) => isOwn(payload) && payload?.inventory_quantity === quantity);
  });
  return last;
}

/**
 * Return whether an event is about the file's own variant: other files change other stock of the same store.
 */
function isOwn(payload: QuantityPayload | null): boolean {
  return payload?.variant_id === stocked.variant.id;
}

/**
 * Return the quantities sent to a path, by delivery number; one that was sent twice, as an app must accept, counts
 * once.
 */
function quantitiesAt(installed: Installed, path: string): number[] {
  const payloadBySequence = new Map<number, QuantityPayload>();
  for (const request of listReceived(installed, inventory))
    if (request.path === path)
      payloadBySequence.set(
        Number(request.headers["service-delivery-sequence"]),
        parsePayload<QuantityPayload>(request),
      );
  return [...payloadBySequence]
    .sort(([a], [b]) => a - b)
    .map(([, payload]) => payload)
    .filter(isOwn)
    .map(({ inventory_quantity }) => inventory_quantity);
}

test("WHK-8: events of a disabled app are not sent but logged, and a number is skipped", async () => {
  await subscribe(stocked.installed, inventory);
  const installed = await stocked.installAnother(scopes);
  await subscribe(installed, inventory, "/disabled");
  const before = await stocked.changeStock();
  await eventually(() => quantitiesAt(installed, "/disabled").includes(before));
  assertDone(await stocked.merchant.callStore("POST", `/apps/${installed.id}/disable.json`));
  const missed = await stocked.changeStock();
  await endOfLog(missed);
  assertDone(await stocked.merchant.callStore("POST", `/apps/${installed.id}/enable.json`));
  const again = await stocked.changeStock();
  await eventually(() => quantitiesAt(installed, "/disabled").includes(again));
  assert.deepEqual(quantitiesAt(installed, "/disabled"), [before, again]);
  const { events, upTo } = await readDelivered(installed);
  const numbers = events.map(({ delivery_sequence }) => delivery_sequence);
  assert.equal(upTo - numbers.length, 1, `${numbers} up to ${upTo}`);
  const log = (await readAll(installed, `topics=${inventory}`)).events;
  const quantities = log
    .filter(({ payload }) => isOwn(payload))
    .map(({ payload }) => payload?.inventory_quantity);
  assert.deepEqual(quantities.slice(-3), [before, missed, again]);
});

test("WHK-1: a subscription may ask for the topic's history, which comes before new events", async () => {
  await subscribe(stocked.installed, inventory);
  const end = await endOfLog(await stocked.changeStock());
  const past = [await stocked.changeStock(), await stocked.changeStock()];
  await endOfLog(past.at(-1) ?? 0);
  const installed = await stocked.installAnother(scopes);
  const webhook = { topic: inventory, url: `${installed.app.receiver.url}/history`, replay_from: end + 1 };
  assertDone<Subscription>(await installed.api.post("/3.0/webhooks.json", { webhook }));
  const now = await stocked.changeStock();
  await eventually(() => quantitiesAt(installed, "/history").length === 3);
  assert.deepEqual(quantitiesAt(installed, "/history"), [...past, now]);
  for (const replay_from of ["soon", 2 ** 40, "2999-01-01T00:00:00Z"]) {
    const rejected = await installed.api.post("/3.0/webhooks.json", { webhook: { ...webhook, replay_from } });
    assertNamesFields(rejected, "replay_from");
  }
});

test("WHK-3: repeating a topic with its history replaces the URL and sends the history there", async () => {
  await subscribe(stocked.installed, inventory);
  const end = await endOfLog(await stocked.changeStock());
  const installed = await stocked.installAnother(scopes);
  const first = await subscribe(installed, inventory, "/first");
  const quantity = await stocked.changeStock();
  await eventually(() => quantitiesAt(installed, "/first").length === 1);
  const webhook = { topic: inventory, url: `${installed.app.receiver.url}/second`, replay_from: end + 1 };
  const second = assertDone<Subscription>(await installed.api.post("/3.0/webhooks.json", { webhook }));
  assert.equal(second.id, first.id);
  await eventually(() => quantitiesAt(installed, "/second").length === 1);
  assert.deepEqual(
    [quantitiesAt(installed, "/first"), quantitiesAt(installed, "/second")],
    [[quantity], [quantity]],
  );
});
