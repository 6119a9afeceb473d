import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "@souk/testkit";
import type { Installed } from "../installing.ts";
import { assertDone, assertNamesFields } from "../refusals.ts";
import { type StockedApp, stockedApp } from "../stocked-app.ts";
import { payloadOf, receivedOf, type Subscription, subscribe } from "../webhooks.ts";
import { openWorld, type World } from "../world.ts";

const inventory = "inventory_level/inventory_quantity_update";

let world: World;
/** An app that changes its shop's stock and stays enabled. */
let stocked: StockedApp;

before(async () => {
  world = await openWorld();
  stocked = await stockedApp(world, "event log");
});
after(() => world.close());

const scopes = ["read_products"];

interface Told {
  variant_id: number;
  inventory_quantity: number;
}

interface Logged {
  sequence: number;
  topic: string;
  payload: Told | null;
  delivery_sequence: number;
}

interface Page {
  events: Logged[];
  last_sequence: number;
  next_after?: number;
  last_delivery_sequence?: number;
  next_delivered_after?: number;
}

/** The events that an app reads, answer by answer, and the last of the answers. */
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

/** Every delivery of an app, and up to which number. */
async function readDelivered({ api }: Installed): Promise<{ events: Logged[]; upTo: number }> {
  const events: Logged[] = [];
  for (let after = 0; ; ) {
    const page = assertDone<Page>(await api.get(`/4.0/events.json?limit=250&delivered_after=${after}`));
    events.push(...page.events);
    after = page.next_delivered_after ?? assert.fail("no next_delivered_after");
    if (after === page.last_delivery_sequence) return { events, upTo: after };
  }
}

/** The end of the log, once a change of the file's own variant has its number. */
async function endOfLog(quantity: number): Promise<number> {
  let last = 0;
  await eventually(async () => {
    const { events, end } = await readAll(stocked.installed, `topics=${inventory}`);
    last = end.last_sequence;
    return events.some(({ payload }) => isOwn(payload) && payload?.inventory_quantity === quantity);
  });
  return last;
}

/** Whether something is about the file's own variant: other files change other stock of the same shop. */
function isOwn(told: Told | null): boolean {
  return told?.variant_id === stocked.variant.id;
}

/** The quantities told at a path, by the deliveries' numbers; one that was sent twice, as an app must bear, counts once. */
function quantitiesAt(installed: Installed, path: string): number[] {
  const told = new Map<number, Told>();
  for (const request of receivedOf(installed, inventory))
    if (request.path === path)
      told.set(Number(request.headers["service-delivery-sequence"]), payloadOf<Told>(request));
  return [...told]
    .sort(([a], [b]) => a - b)
    .map(([, payload]) => payload)
    .filter(isOwn)
    .map(({ inventory_quantity }) => inventory_quantity);
}

test("WHK-8: what happened while the app was disabled is not sent; a number is left out for it, and the event log has it", async () => {
  await subscribe(stocked.installed, inventory);
  const installed = await stocked.installAnother(scopes);
  await subscribe(installed, inventory, "/disabled");
  const before = await stocked.changeStock();
  await eventually(() => quantitiesAt(installed, "/disabled").includes(before));
  assertDone(await stocked.merchant.inShop("POST", `/apps/${installed.id}/disable.json`));
  const missed = await stocked.changeStock();
  await endOfLog(missed);
  assertDone(await stocked.merchant.inShop("POST", `/apps/${installed.id}/enable.json`));
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

test("WHK-1: a subscription may ask for the topic's history, which comes before anything new", async () => {
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
    const refused = await installed.api.post("/3.0/webhooks.json", { webhook: { ...webhook, replay_from } });
    assertNamesFields(refused, "replay_from");
  }
});

test("WHK-3: repeating a topic with its history replaces the URL, and the history goes to the new one", async () => {
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
