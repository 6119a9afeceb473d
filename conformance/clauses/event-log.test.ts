import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "@souk/testkit";
import { assertInvalidFields, assertOk } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import type { InstalledApp } from "../installing.ts";
import { installStockedApp, type StockedApp } from "../stocked-app.ts";
import { listReceivedWebhooks, parsePayload, type Subscription, subscribe } from "../webhooks.ts";

const inventoryTopic = "inventory_level/inventory_quantity_update";

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

interface LoggedEvent {
  sequence: number;
  topic: string;
  payload: QuantityPayload | null;
  delivery_sequence: number;
}

interface EventPage {
  events: LoggedEvent[];
  last_sequence: number;
  next_after?: number;
  last_delivery_sequence?: number;
  next_delivered_after?: number;
}

/** Read all events of an app's event log. @returns the events and the last page */
async function readAllEvents(
  { api }: InstalledApp,
  query: string,
): Promise<{ events: LoggedEvent[]; lastPage: EventPage }> {
  const events: LoggedEvent[] = [];
  for (let cursorQuery = ""; ; ) {
    const lastPage = assertOk<EventPage>(await api.get(`/4.0/events.json?limit=250&${query}${cursorQuery}`));
    events.push(...lastPage.events);
    const { next_after, last_sequence } = lastPage;
    if (next_after === undefined || next_after >= last_sequence) return { events, lastPage };
    cursorQuery = `&after=${next_after}`;
  }
}

/** Read all events that were delivered to an app. @returns the events and the last delivery number */
async function readDeliveredEvents({
  api,
}: InstalledApp): Promise<{ events: LoggedEvent[]; lastDeliverySequence: number }> {
  const events: LoggedEvent[] = [];
  for (let after = 0; ; ) {
    const page = assertOk<EventPage>(await api.get(`/4.0/events.json?limit=250&delivered_after=${after}`));
    events.push(...page.events);
    after = page.next_delivered_after ?? assert.fail("no next_delivered_after");
    if (after === page.last_delivery_sequence) return { events, lastDeliverySequence: after };
  }
}

/** Wait until the log has the change to this quantity. @returns the log's last sequence number */
async function readLastSequence(quantity: number): Promise<number> {
  let lastSequence = 0;
  await eventually(async () => {
    const { events, lastPage } = await readAllEvents(stocked.installed, `topics=${inventoryTopic}`);
    lastSequence = lastPage.last_sequence;
    return events.some(({ payload }) => isOfTestVariant(payload) && payload?.inventory_quantity === quantity);
  });
  return lastSequence;
}

/** Return whether an event is about this file's variant, because other files change other stock of the same store. */
function isOfTestVariant(payload: QuantityPayload | null): boolean {
  return payload?.variant_id === stocked.variant.id;
}

/** Return the quantities that an app received at a path, sorted by delivery number. A repeated delivery counts once. */
function listReceivedQuantities(installed: InstalledApp, path: string): number[] {
  const payloadBySequence = new Map<number, QuantityPayload>();
  for (const request of listReceivedWebhooks(installed, inventoryTopic))
    if (request.path === path)
      payloadBySequence.set(
        Number(request.headers["service-delivery-sequence"]),
        parsePayload<QuantityPayload>(request),
      );
  return [...payloadBySequence]
    .sort(([a], [b]) => a - b)
    .map(([, payload]) => payload)
    .filter(isOfTestVariant)
    .map(({ inventory_quantity }) => inventory_quantity);
}

test("WHK-8: events that occur while an app is disabled are logged but not sent to it", async () => {
  await subscribe(stocked.installed, inventoryTopic);
  const installed = await stocked.installAnother(scopes);
  await subscribe(installed, inventoryTopic, "/disabled");
  const firstQuantity = await stocked.addStock();
  await eventually(() => listReceivedQuantities(installed, "/disabled").includes(firstQuantity));
  assertOk(await stocked.merchant.callStore("POST", `/apps/${installed.id}/disable.json`));
  const missedQuantity = await stocked.addStock();
  await readLastSequence(missedQuantity);
  assertOk(await stocked.merchant.callStore("POST", `/apps/${installed.id}/enable.json`));
  const lastQuantity = await stocked.addStock();
  await eventually(() => listReceivedQuantities(installed, "/disabled").includes(lastQuantity));
  assert.deepEqual(listReceivedQuantities(installed, "/disabled"), [firstQuantity, lastQuantity]);
  const { events, lastDeliverySequence } = await readDeliveredEvents(installed);
  const deliverySequences = events.map(({ delivery_sequence }) => delivery_sequence);
  const skippedNumberCount = lastDeliverySequence - deliverySequences.length;
  assert.equal(skippedNumberCount, 1, "enabling the app again skips one delivery number");
  const loggedEvents = (await readAllEvents(installed, `topics=${inventoryTopic}`)).events;
  const quantities = loggedEvents
    .filter(({ payload }) => isOfTestVariant(payload))
    .map(({ payload }) => payload?.inventory_quantity);
  assert.deepEqual(quantities.slice(-3), [firstQuantity, missedQuantity, lastQuantity]);
});

test("WHK-1: a subscription with replay_from gets the past events before new ones", async () => {
  await subscribe(stocked.installed, inventoryTopic);
  const lastSequence = await readLastSequence(await stocked.addStock());
  const pastQuantities = [await stocked.addStock(), await stocked.addStock()];
  await readLastSequence(pastQuantities.at(-1) ?? 0);
  const installed = await stocked.installAnother(scopes);
  const webhook = {
    topic: inventoryTopic,
    url: `${installed.app.receiver.url}/history`,
    replay_from: lastSequence + 1,
  };
  assertOk<Subscription>(await installed.api.post("/3.0/webhooks.json", { webhook }));
  const newQuantity = await stocked.addStock();
  await eventually(() => listReceivedQuantities(installed, "/history").length === 3);
  assert.deepEqual(listReceivedQuantities(installed, "/history"), [...pastQuantities, newQuantity]);
  for (const replay_from of ["soon", 2 ** 40, "2999-01-01T00:00:00Z"]) {
    const response = await installed.api.post("/3.0/webhooks.json", { webhook: { ...webhook, replay_from } });
    assertInvalidFields(response, "replay_from");
  }
});

test("WHK-3: repeating a topic with replay_from replays past events to the new URL", async () => {
  await subscribe(stocked.installed, inventoryTopic);
  const lastSequence = await readLastSequence(await stocked.addStock());
  const installed = await stocked.installAnother(scopes);
  const firstSubscription = await subscribe(installed, inventoryTopic, "/first");
  const quantity = await stocked.addStock();
  await eventually(() => listReceivedQuantities(installed, "/first").length === 1);
  const webhook = {
    topic: inventoryTopic,
    url: `${installed.app.receiver.url}/second`,
    replay_from: lastSequence + 1,
  };
  const secondSubscription = assertOk<Subscription>(
    await installed.api.post("/3.0/webhooks.json", { webhook }),
  );
  assert.equal(secondSubscription.id, firstSubscription.id);
  await eventually(() => listReceivedQuantities(installed, "/second").length === 1);
  assert.deepEqual(
    [listReceivedQuantities(installed, "/first"), listReceivedQuantities(installed, "/second")],
    [[quantity], [quantity]],
  );
});
