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
let stockedApp: StockedApp;

before(async () => {
  fixture = await createConformanceFixture();
  stockedApp = await installStockedApp(fixture, "event log");
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
  for (let deliveredAfter = 0; ; ) {
    const page = assertOk<EventPage>(
      await api.get(`/4.0/events.json?limit=250&delivered_after=${deliveredAfter}`),
    );
    events.push(...page.events);
    deliveredAfter = page.next_delivered_after ?? assert.fail("no next_delivered_after");
    if (deliveredAfter === page.last_delivery_sequence)
      return { events, lastDeliverySequence: deliveredAfter };
  }
}

/** Wait until the log has the change to this quantity. @returns the log's last sequence number */
async function waitUntilLogged(quantity: number): Promise<number> {
  let lastSequence = 0;
  await eventually(async () => {
    const { events, lastPage } = await readAllEvents(stockedApp.installedApp, `topics=${inventoryTopic}`);
    lastSequence = lastPage.last_sequence;
    return events.some(({ payload }) => isOfTestVariant(payload) && payload?.inventory_quantity === quantity);
  });
  return lastSequence;
}

/** Return whether an event's payload is about this test file's variant. Other test files change other stock of the same store. */
function isOfTestVariant(payload: QuantityPayload | null): boolean {
  return payload?.variant_id === stockedApp.variant.id;
}

/** Return the quantities that an app received at a path, sorted by delivery number. A repeated delivery counts once. */
function listReceivedQuantities(installedApp: InstalledApp, path: string): number[] {
  const payloadBySequence = new Map<number, QuantityPayload>();
  for (const request of listReceivedWebhooks(installedApp, inventoryTopic))
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
  await subscribe(stockedApp.installedApp, inventoryTopic);
  const installedApp = await stockedApp.installAnotherApp(scopes);
  await subscribe(installedApp, inventoryTopic, "/disabled");
  const firstQuantity = await stockedApp.addStock();
  await eventually(() => listReceivedQuantities(installedApp, "/disabled").includes(firstQuantity));
  assertOk(await stockedApp.merchant.callStore("POST", `/apps/${installedApp.id}/disable.json`));
  const missedQuantity = await stockedApp.addStock();
  await waitUntilLogged(missedQuantity);
  assertOk(await stockedApp.merchant.callStore("POST", `/apps/${installedApp.id}/enable.json`));
  const lastQuantity = await stockedApp.addStock();
  await eventually(() => listReceivedQuantities(installedApp, "/disabled").includes(lastQuantity));
  assert.deepEqual(listReceivedQuantities(installedApp, "/disabled"), [firstQuantity, lastQuantity]);
  const { events, lastDeliverySequence } = await readDeliveredEvents(installedApp);
  const deliverySequences = events.map(({ delivery_sequence }) => delivery_sequence);
  const skippedNumberCount = lastDeliverySequence - deliverySequences.length;
  assert.equal(skippedNumberCount, 1, "enabling the app again skips one delivery number");
  const loggedEvents = (await readAllEvents(installedApp, `topics=${inventoryTopic}`)).events;
  const quantities = loggedEvents
    .filter(({ payload }) => isOfTestVariant(payload))
    .map(({ payload }) => payload?.inventory_quantity);
  assert.deepEqual(quantities.slice(-3), [firstQuantity, missedQuantity, lastQuantity]);
});

test("WHK-1: a subscription with replay_from gets the past events before new ones", async () => {
  await subscribe(stockedApp.installedApp, inventoryTopic);
  const lastSequence = await waitUntilLogged(await stockedApp.addStock());
  const pastQuantities = [await stockedApp.addStock(), await stockedApp.addStock()];
  await waitUntilLogged(pastQuantities.at(-1) ?? 0);
  const installedApp = await stockedApp.installAnotherApp(scopes);
  const webhook = {
    topic: inventoryTopic,
    url: `${installedApp.app.receiver.url}/history`,
    replay_from: lastSequence + 1,
  };
  assertOk<Subscription>(await installedApp.api.post("/3.0/webhooks.json", { webhook }));
  const newQuantity = await stockedApp.addStock();
  await eventually(() => listReceivedQuantities(installedApp, "/history").length === 3);
  assert.deepEqual(listReceivedQuantities(installedApp, "/history"), [...pastQuantities, newQuantity]);
  for (const replay_from of ["soon", 2 ** 40, "2999-01-01T00:00:00Z"]) {
    const response = await installedApp.api.post("/3.0/webhooks.json", {
      webhook: { ...webhook, replay_from },
    });
    assertInvalidFields(response, "replay_from");
  }
});

test("WHK-3: subscribing to a topic again with replay_from replays past events to the new URL", async () => {
  await subscribe(stockedApp.installedApp, inventoryTopic);
  const lastSequence = await waitUntilLogged(await stockedApp.addStock());
  const installedApp = await stockedApp.installAnotherApp(scopes);
  const firstSubscription = await subscribe(installedApp, inventoryTopic, "/first");
  const quantity = await stockedApp.addStock();
  await eventually(() => listReceivedQuantities(installedApp, "/first").length === 1);
  const webhook = {
    topic: inventoryTopic,
    url: `${installedApp.app.receiver.url}/second`,
    replay_from: lastSequence + 1,
  };
  const secondSubscription = assertOk<Subscription>(
    await installedApp.api.post("/3.0/webhooks.json", { webhook }),
  );
  assert.equal(secondSubscription.id, firstSubscription.id);
  await eventually(() => listReceivedQuantities(installedApp, "/second").length === 1);
  assert.deepEqual(
    [listReceivedQuantities(installedApp, "/first"), listReceivedQuantities(installedApp, "/second")],
    [[quantity], [quantity]],
  );
});
