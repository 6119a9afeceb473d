import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, type ReceivedRequest } from "@souk/testkit";
import { type CatalogProduct, createProduct, installInEmptyStore } from "../catalog.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type ExampleApp, installExampleApp, startExampleApp } from "../example-app.ts";
import type { Installed } from "../installing.ts";
import { type Arrival, followLive } from "../live-arrivals.ts";
import { createPartner } from "../people.ts";
import { startRecordingForwarder } from "../recording-forwarder.ts";
import { hmacHex, signUrl } from "../signatures.ts";
import { adjustStock, loadLocations } from "../stock.ts";
import { forwardTo, isTopic, parsePayload } from "../webhooks.ts";

const inventory = "inventory_level/inventory_quantity_update";
interface Level {
  variant_id: number;
  inventory_quantity: number;
}

let fixture: ConformanceFixture;
/** An app that changes the store's products; each test decides what the example app receives of that. */
let changer: Installed;
let location: number;

before(async () => {
  fixture = await createConformanceFixture({ realTime: true });
  changer = await installInEmptyStore(fixture);
  location = (await loadLocations(changer.api)).primary.id;
});
after(() => fixture.close());

async function startInstalled(reconcileSeconds: number): Promise<ExampleApp> {
  const example = await startExampleApp(fixture, await createPartner(fixture), { reconcileSeconds });
  await installExampleApp(fixture, changer.merchant, example);
  return example;
}

/** Create a product with a variant in stock. */
async function stockedProduct(title: string): Promise<{ product: CatalogProduct; variant: number }> {
  const product = await createProduct(changer.api, {
    title,
    variants: [{ price: "5.00", inventory_quantity: 10 }],
  });
  return { product, variant: product.variants[0]?.id ?? assert.fail("a product without a variant") };
}

/** Add to a variant's stock. @returns the quantity that it has then */
async function addStock(variant: number): Promise<number> {
  const level = await adjustStock(changer.api, variant, { location_id: location, change: 1 });
  return level.inventory_quantity;
}

/** Return the webhook about a variant's quantity, as the platform has signed and sent it. */
function waitForDelivery({ app }: ExampleApp, variant: number, quantity: number): Promise<ReceivedRequest> {
  return app.receiver.received((request) => {
    if (!isTopic(inventory)(request)) return false;
    const { variant_id, inventory_quantity } = parsePayload<Level>(request);
    return variant_id === variant && inventory_quantity === quantity;
  });
}

/** Return what the app shows of a variant: each quantity, and whether it was ignored as not newer. */
function listShown(arrivals: readonly Arrival[], variant: number): [quantity: number, stale: boolean][] {
  return arrivals.flatMap(({ level, stale }) =>
    level?.variant_id === variant ? [[level.quantity, stale]] : [],
  );
}

test("WHK-11: a webhook counts once, with its raw bytes signed, and never replaces a newer one", async () => {
  const example = await startInstalled(3600);
  const live = await followLive(fixture, changer.merchant, example);
  // The first walk has ended, and the next one is an hour away: what the app knows now comes by webhook alone.
  await eventually(() => live.reconciliations() > 0, { within: 15_000 });
  const { variant } = await stockedProduct("Heard of");
  const first = await waitForDelivery(example, variant, await addStock(variant));
  const { client_secret } = example.app;

  const spaced = Buffer.concat([first.body, Buffer.from("\n")]);
  const changed = Buffer.from(
    first.body.toString().replace(`"inventory_quantity":11`, `"inventory_quantity":99`),
  );
  assert.notDeepEqual(changed, first.body);
  const forged = [
    { headers: { "service-hmac-sha256": hmacHex("souk_cs_another", first.body) } },
    { headers: { "service-hmac-sha256": "" } },
    { body: changed },
    // The same JSON in other bytes: whoever parses before they check takes it.
    { body: spaced },
  ];
  for (const changes of forged) {
    const { status } = await forwardTo(example, first, changes);
    assert.ok(status >= 400 && status < 500, `${status} to ${JSON.stringify(changes)}`);
  }
  assert.deepEqual(listShown(live.arrivals, variant), []);

  assert.equal((await forwardTo(example, first)).status, 200);
  await eventually(() => listShown(live.arrivals, variant).length === 1);
  for (let again = 0; again < 2; again++) assert.equal((await forwardTo(example, first)).status, 200);

  const second = await waitForDelivery(example, variant, await addStock(variant));
  const third = await waitForDelivery(example, variant, await addStock(variant));
  // Signed over bytes that no JSON writer makes, as the platform is free to send them.
  const rewritten = Buffer.concat([Buffer.from(" \n"), third.body, Buffer.from("\n")]);
  const headers = { "service-hmac-sha256": hmacHex(client_secret, rewritten) };
  assert.equal((await forwardTo(example, third, { body: rewritten, headers })).status, 200);
  assert.equal((await forwardTo(example, second)).status, 200);
  await eventually(() => listShown(live.arrivals, variant).length >= 3);
  assert.deepEqual(listShown(live.arrivals, variant), [
    [11, false],
    [13, false],
    [12, true],
  ]);
});

test("WHK-12: a walk with updated_at_min and an overlap window finds changes no webhook sent", async () => {
  const early = await stockedProduct("Changed first");
  const late = await stockedProduct("Changed last");
  const example = await startInstalled(1);
  const forwarder = await startRecordingForwarder(fixture);
  const { store } = changer.merchant;
  // From this load on the app finds the store's API behind the forwarder.
  const parameters = {
    shop: store.domain,
    host_url: `http://admin.${fixture.origins.domain}:${forwarder.port}/${store.handle}`,
    timestamp: String(Math.floor(Date.now() / 1000)),
  };
  const url = signUrl(example.app.app_url, parameters, example.app.client_secret);
  assert.equal((await example.request(url.href)).status, 200);
  const walks = (): { since: string | null; newest: string }[] =>
    forwarder.calls
      .filter(({ method, url: { pathname } }) => method === "GET" && pathname === "/api/3.0/products.json")
      .map(({ url: called, answer }) => ({
        since: called.searchParams.get("updated_at_min"),
        newest: productsIn(answer).reduce(
          (latest, { updated_at }) => (updated_at > latest ? updated_at : latest),
          "",
        ),
      }));
  await eventually(() => walks().length >= 2, { within: 20_000 });
  const live = await followLive(fixture, changer.merchant, example);

  // As if it were committed late: the walk that shows the later change does not show the earlier one yet.
  forwarder.rewrite(({ answer }) => withoutProduct(answer, early.product.id));
  await addStock(early.variant);
  await addStock(late.variant);
  await eventually(() => listShown(live.arrivals, late.variant).length === 1, { within: 20_000 });
  assert.deepEqual(listShown(live.arrivals, early.variant), []);
  forwarder.rewrite(({ answer }) => answer);
  await eventually(() => listShown(live.arrivals, early.variant).length === 1, { within: 20_000 });
  // Further walks find nothing new in the window.
  const before = walks().length;
  await eventually(() => walks().length >= before + 2, { within: 20_000 });
  assert.deepEqual(listShown(live.arrivals, early.variant), [[11, false]]);
  assert.deepEqual(listShown(live.arrivals, late.variant), [[11, false]]);

  const webhooks = live.arrivals.filter(({ topic }) => topic !== null);
  assert.deepEqual(webhooks, [], "no webhook has reached the app");
  const seen = walks();
  for (const [at, { since }] of seen.entries()) {
    const newest = seen
      .slice(0, at)
      .reduce((latest, walk) => (walk.newest > latest ? walk.newest : latest), "");
    assert.ok(since !== null && !Number.isNaN(Date.parse(since)), `a walk without updated_at_min: ${since}`);
    if (newest === "") continue;
    // Both are the store's local time, which is how the platform reads updated_at_min (LST-7).
    const overlapMs = Date.parse(newest) - Date.parse(since);
    assert.ok(overlapMs >= 60_000, `the walk from ${since} overlaps ${newest} by ${overlapMs} ms`);
  }
});

function productsIn(answer: unknown): { id: number; updated_at: string }[] {
  return (answer as { products?: { id: number; updated_at: string }[] }).products ?? [];
}

function withoutProduct(answer: unknown, id: number): unknown {
  if (productsIn(answer).length === 0) return answer;
  return { ...(answer as object), products: productsIn(answer).filter((product) => product.id !== id) };
}
