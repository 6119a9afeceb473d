import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { callbacks, operations } from "@souk/contract";
import { createSafeSender, type SafeSender } from "@souk/delivery";
import { verifyBody } from "@souk/signing";
import { callConsole, installApp, loadInstallationId } from "@souk/testkit";
import { Check } from "typebox/value";
import { systemClock } from "../../runtime/clock.ts";
import { createRatesFixture, type RateApp, type RatesFixture, validRate } from "./testing/rates-fixture.ts";

let fixture: RatesFixture;
before(async () => {
  fixture = await createRatesFixture();
});
after(() => fixture.stop());

const minuteMs = 60_000;

function buildExpectedRate({ app }: RateApp, price = "8.00"): object {
  return {
    store_app_id: `${app.handle}-shipping-std`,
    name: "Standard",
    price,
    handling_fee: "1.50",
    courier_name: "",
    courier_url: "",
    remark: "",
    app_handle: app.handle,
  };
}

async function callAppAction({ app }: RateApp, action: "disable" | "enable"): Promise<void> {
  const appUrl = `${fixture.store.host_url}/api/console/apps/${await loadInstallationId(fixture.store, app)}`;
  await callConsole(fixture.store.owner.browser, ["POST", `${appUrl}/${action}.json`]);
}

const disableApp = (rateApp: RateApp) => callAppAction(rateApp, "disable");
const enableApp = (rateApp: RateApp) => callAppAction(rateApp, "enable");

test("all apps with a callback for a parcel's shipping topic are called in parallel", async () => {
  const apps = [await fixture.addApp(), await fixture.addApp()];
  const codApp = await fixture.addApp("shipping/list/cod");
  // Each app responds only after the other one was called.
  for (const [index, app] of apps.entries()) {
    const otherApp = apps[1 - index] ?? assert.fail("there is no other app");
    const otherAppCalled = new Promise<void>((resolve) => {
      const check = () => (otherApp.listRequests().length > 0 ? resolve() : setTimeout(check, 5));
      check();
    });
    const body = JSON.stringify({ rate: [{ ...validRate, shipping_charge: index + 1 }] });
    app.respondWith({ status: 200, delay: otherAppCalled, body });
  }
  const quote = await fixture.quote();
  assert.ok(Check(operations.listShippingRates.response, quote));
  const expected = apps.map((app, index) => ({
    handle: app.app.handle,
    rate: buildExpectedRate(app, `${index + 1}.00`),
  }));
  expected.sort((a, b) => (a.handle < b.handle ? -1 : 1));
  assert.deepEqual(quote, { shipping_rates: expected.map(({ rate }) => rate), unanswered: [] });
  assert.equal(codApp.listRequests().length, 0);
  assert.deepEqual((await fixture.quote({ cod: true })).shipping_rates, [buildExpectedRate(codApp)]);
  assert.equal(apps[0]?.listRequests().length, 1);
  for (const rateApp of [...apps, codApp]) await disableApp(rateApp);
});

test("an app cannot offer a rate with the `store_app_id` of another app's rate", async () => {
  const [app, otherApp] = [await fixture.addApp(), await fixture.addApp()];
  const otherHandle = `${app.app.handle}-shipping-fast`;
  const { database } = fixture.testPlatform;
  await database.query("update apps set handle = $1 where handle = $2", [otherHandle, otherApp.app.handle]);
  const body = JSON.stringify({ rate: [validRate, { ...validRate, id: "fast-shipping-std" }] });
  app.respondWith({ status: 200, body });
  const { shipping_rates } = await fixture.quote();
  assert.deepEqual(
    shipping_rates.map(({ store_app_id, app_handle }) => [store_app_id, app_handle]),
    [
      [`${app.app.handle}-shipping-std`, app.app.handle],
      [`${otherHandle}-shipping-std`, otherHandle],
    ],
  );
  for (const rateApp of [app, otherApp]) await disableApp(rateApp);
});

test("a rate request contains the whole parcel, signed with the app's client secret", async () => {
  const rateApp = await fixture.addApp();
  const [variant, otherVariant] = fixture.store.variants;
  await fixture.testPlatform.database.query(
    "update variants set price = 12.5, sku = 'TRAY', grams = 640, width = 30.5 where store_id = $1 and id = $2",
    [fixture.store.id, variant?.id],
  );
  await fixture.testPlatform.database.query(
    "update locations set address1 = '88 Lebuh Chulia', country_code = 'MY', latitude = 5.4 where store_id = $1 and id = $2",
    [fixture.store.id, fixture.store.locations[1]?.id],
  );
  await fixture.quote({
    origin_location_id: fixture.store.locations[1]?.id,
    items: [
      { variant_id: variant?.id, quantity: 3 },
      { name: " Gift box ", price: 5, grams: 120, quantity: 1 },
      { variant_id: otherVariant?.id, quantity: 1 },
    ],
  });
  const [request = assert.fail("the app was not called")] = rateApp.listRequests();
  const { headers } = request;
  assert.deepEqual(
    [request.method, headers["service-topic"], headers["service-shop-domain"], headers["user-agent"]],
    ["POST", "shipping/list/non_cod", new URL(fixture.store.origin).hostname, "Souk-Rates/1"],
  );
  const hmac = headers["service-hmac-sha256"];
  assert.ok(verifyBody(request.body, hmac, rateApp.app.client_secret).ok);
  assert.ok(!verifyBody(request.body, hmac, "another").ok);
  const body = JSON.parse(request.body.toString()) as {
    destination: Record<string, unknown>;
    origin: Record<string, unknown>;
    items: Record<string, unknown>[];
  };
  assert.deepEqual(Object.keys(body), ["destination", "origin", "items", "currency", "subtotal"]);
  assert.ok(Check(callbacks["shipping/list/non_cod"].request, body));
  assert.deepEqual(Object.keys(body.origin).sort(), Object.keys(body.destination).sort());
  assert.deepEqual([body.destination["city"], body.destination["zip"]], ["Kuala Lumpur", ""]);
  const { origin } = body;
  assert.deepEqual(
    [origin["company"], origin["address1"], origin["country"], origin["latitude"]],
    ["Place 2", "88 Lebuh Chulia", "Malaysia", 5.4],
  );
  const [variantItem, customItem] = body.items;
  assert.deepEqual(
    [
      variantItem?.["variant_id"],
      variantItem?.["sku"],
      variantItem?.["quantity"],
      variantItem?.["grams"],
      variantItem?.["width"],
    ],
    [variant?.id, "TRAY", 3, 640, 30.5],
  );
  assert.equal(variantItem?.["price"], "12.50");
  assert.deepEqual(customItem, {
    product_id: null,
    variant_id: null,
    name: "Gift box",
    sku: "",
    quantity: 1,
    grams: 120,
    width: null,
    height: null,
    length: null,
    price: "5.00",
    shipping_required: true,
  });
  await disableApp(rateApp);
});

test("if an app fails, its last valid rates are used for 10 minutes, but only for the same parcel", async () => {
  const rateApp = await fixture.addApp();
  assert.deepEqual((await fixture.quote()).shipping_rates, [buildExpectedRate(rateApp)]);
  rateApp.respondWith({ status: 500 });
  const unansweredApp = { app_handle: rateApp.app.handle, reason: "not_200" };
  assert.deepEqual(await fixture.quote(), {
    shipping_rates: [buildExpectedRate(rateApp)],
    unanswered: [unansweredApp],
  });
  const items = [{ variant_id: fixture.store.variants[0]?.id, quantity: 3 }];
  assert.deepEqual(await fixture.quote({ items }), { shipping_rates: [], unanswered: [unansweredApp] });
  // After these failures the app may be paused. Paused or not, its stored rates are used until they expire.
  fixture.clock.advance(10 * minuteMs - 1_000);
  assert.deepEqual((await fixture.quote()).shipping_rates, [buildExpectedRate(rateApp)]);
  fixture.clock.advance(2_000);
  assert.deepEqual((await fixture.quote()).shipping_rates, []);
  await disableApp(rateApp);
});

test("a disabled or uninstalled app is not called, and its stored rates are not used", async () => {
  const rateApp = await fixture.addApp();
  await fixture.quote();
  await disableApp(rateApp);
  assert.deepEqual(await fixture.quote(), { shipping_rates: [], unanswered: [] });
  assert.equal(rateApp.listRequests().length, 1);
  await enableApp(rateApp);
  rateApp.respondWith("reset");
  const appUrl = `${fixture.store.host_url}/api/console/apps/${await loadInstallationId(fixture.store, rateApp.app)}`;
  await callConsole(fixture.store.owner.browser, ["DELETE", `${appUrl}.json`]);
  assert.deepEqual(await fixture.quote(), { shipping_rates: [], unanswered: [] });
  assert.equal(rateApp.listRequests().length, 1);
  const { token } = await installApp(fixture.testPlatform, {
    store: fixture.store,
    app: rateApp.app,
    scopes: [],
  });
  const url = `${fixture.store.origin}/api/3.0/curls.json`;
  const json = {
    topic: "shipping/list/non_cod",
    url: rateApp.app.app_url.replace("/app", `/rates/${rateApp.app.id}`),
  };
  assert.equal((await fixture.testPlatform.request(url, { method: "POST", token, json })).status, 200);
  const unanswered = [{ app_handle: rateApp.app.handle, reason: "unreachable" }];
  assert.deepEqual(await fixture.quote(), { shipping_rates: [], unanswered });
  await disableApp(rateApp);
});

test("an app that hangs or is slow delays a quote by at most 5 s", async () => {
  const [goodApp, hangingApp, slowApp] = [
    await fixture.addApp(),
    await fixture.addApp(),
    await fixture.addApp(),
  ];
  hangingApp.respondWith("hang");
  slowApp.respondWith({ status: 200, delay: 6_000, body: JSON.stringify({ rate: [validRate] }) });
  const startedAt = performance.now();
  const quotes = await Promise.all(Array.from({ length: 12 }, () => fixture.quote()));
  const elapsedMs = performance.now() - startedAt;
  assert.ok(elapsedMs > 4_900 && elapsedMs < 8_000, `it took ${elapsedMs} ms`);
  for (const { shipping_rates, unanswered } of quotes) {
    assert.deepEqual(shipping_rates, [buildExpectedRate(goodApp)]);
    assert.deepEqual(
      new Set(unanswered.map(({ app_handle }) => app_handle)),
      new Set([hangingApp.app.handle, slowApp.app.handle]),
    );
  }
  assert.ok(quotes.some(({ unanswered }) => unanswered.every(({ reason }) => reason === "timeout")));
  for (const rateApp of [goodApp, hangingApp, slowApp]) await disableApp(rateApp);
});

/** Create a sender that has one connection per callback and waits at most this many milliseconds for it. */
function createLimitedSender(slotMs: number): SafeSender {
  const limits = { maxConnections: 1, slotMs };
  return createSafeSender({ localAccess: true, clock: systemClock, userAgent: "Souk-Rates/1", limits });
}

test("waiting for a connection to an app is part of the 5 s in which the app must respond", async () => {
  const rateApp = await fixture.addApp();
  const slowResponse = { status: 200, delay: 4_000, body: JSON.stringify({ rate: [validRate] }) };
  let requestCount = 0;
  // The second request, which gets the connection after the first one, gets no response.
  rateApp.respondWith(() => (requestCount++ === 0 ? slowResponse : "hang"));
  const sender = createLimitedSender(5_000);
  const startedAt = performance.now();
  const quotes = await Promise.all([fixture.quoteWith(sender), fixture.quoteWith(sender)]);
  const elapsedMs = performance.now() - startedAt;
  assert.ok(elapsedMs < 8_000, `it took ${elapsedMs} ms`);
  const reasons = quotes.flatMap(({ unanswered }) => unanswered.map(({ reason }) => reason));
  assert.deepEqual(reasons, ["timeout"]);
  await disableApp(rateApp);
  await sender.close();
});

test("an app whose connections are all in use is reported as busy", async () => {
  const rateApp = await fixture.addApp();
  rateApp.respondWith({ status: 200, delay: 400, body: JSON.stringify({ rate: [validRate] }) });
  const sender = createLimitedSender(20);
  const quotes = await Promise.all([fixture.quoteWith(sender), fixture.quoteWith(sender)]);
  await sender.close();
  assert.deepEqual(quotes.map(({ unanswered }) => unanswered[0]?.reason).sort(), ["busy", undefined]);
  await disableApp(rateApp);
});

test("after three failures, an app is called only every few seconds until it responds", async () => {
  const rateApp = await fixture.addApp();
  rateApp.respondWith({ status: 503 });
  const getReason = async () => (await fixture.quote()).unanswered[0]?.reason;
  for (let time = 0; time < 3; time++) assert.equal(await getReason(), "not_200");
  assert.equal(await getReason(), "paused");
  assert.equal(rateApp.listRequests().length, 3);
  fixture.clock.advance(5_000);
  assert.equal(await getReason(), "not_200");
  fixture.clock.advance(5_000);
  assert.equal(await getReason(), "paused");
  fixture.clock.advance(5_000);
  rateApp.respondWith([validRate]);
  assert.deepEqual((await fixture.quote()).shipping_rates, [buildExpectedRate(rateApp)]);
  rateApp.respondWith({ status: 503 });
  assert.equal(await getReason(), "not_200");
  assert.equal(await getReason(), "not_200");
  await disableApp(rateApp);
});

test("an app whose callback URL was changed is called at the new URL immediately", async () => {
  const rateApp = await fixture.addApp();
  rateApp.respondWith({ status: 503 });
  for (let time = 0; time < 3; time++) await fixture.quote();
  const { curls } = (
    await fixture.testPlatform.request(`${fixture.store.origin}/api/3.0/curls.json`, { token: rateApp.token })
  ).json<{ curls: { id: number; url: string }[] }>();
  const [callback = assert.fail("the app has no callback")] = curls;
  const url = `${fixture.store.origin}/api/3.0/curls/${callback.id}.json`;
  await fixture.testPlatform.request(url, {
    method: "PUT",
    token: rateApp.token,
    json: { url: `${callback.url}?v=2` },
  });
  assert.equal((await fixture.quote()).unanswered[0]?.reason, "not_200");
  await disableApp(rateApp);
});
