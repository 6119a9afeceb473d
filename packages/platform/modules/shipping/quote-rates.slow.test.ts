import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { callbacks, operations } from "@souk/contract";
import { createSafeSender, type SafeSender } from "@souk/delivery";
import { verifyBody } from "@souk/signing";
import { consoleCall, installApp, loadInstallationId } from "@souk/testkit";
import { Check } from "typebox/value";
import { systemClock } from "../../runtime/clock.ts";
import { createRatesFixture, goodRate, type RateApp, type RatesFixture } from "./testing/rates-fixture.ts";

let fixture: RatesFixture;
before(async () => {
  fixture = await createRatesFixture();
});
after(() => fixture.stop());

const minuteMs = 60_000;

function buildShownRate({ app }: RateApp, price = "8.00"): object {
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

async function setStatus({ app }: RateApp, status: "disable" | "enable" = "disable"): Promise<void> {
  const appUrl = `${fixture.store.host_url}/api/console/apps/${await loadInstallationId(fixture.store, app)}`;
  await consoleCall(fixture.store.owner.browser, ["POST", `${appUrl}/${status}.json`]);
}

test("all apps of the topic are called in parallel", async () => {
  const apps = [await fixture.addApp(), await fixture.addApp()];
  const cod = await fixture.addApp("shipping/list/cod");
  // Each app responds once the other one was called.
  for (const [index, app] of apps.entries()) {
    const other = apps[1 - index] ?? assert.fail("two apps");
    const otherCalled = new Promise<void>((resolve) => {
      const check = () => (other.listRequests().length > 0 ? resolve() : setTimeout(check, 5));
      check();
    });
    const body = JSON.stringify({ rate: [{ ...goodRate, shipping_charge: index + 1 }] });
    app.respondWith({ status: 200, delay: otherCalled, body });
  }
  const quote = await fixture.quote();
  assert.ok(Check(operations.listShippingRates.response, quote));
  const expected = apps.map((app, index) => ({
    handle: app.app.handle,
    rate: buildShownRate(app, `${index + 1}.00`),
  }));
  expected.sort((first, other) => (first.handle < other.handle ? -1 : 1));
  assert.deepEqual(quote, { shipping_rates: expected.map(({ rate }) => rate), unanswered: [] });
  assert.equal(cod.listRequests().length, 0);
  assert.deepEqual((await fixture.quote({ cod: true })).shipping_rates, [buildShownRate(cod)]);
  assert.equal(apps[0]?.listRequests().length, 1);
  for (const rateApp of [...apps, cod]) await setStatus(rateApp);
});

test("an app gets the whole parcel, signed with its client secret", async () => {
  const rateApp = await fixture.addApp();
  const [variant, other] = fixture.store.variants;
  await fixture.testing.database.query(
    "update variants set price = 12.5, sku = 'TRAY', grams = 640, width = 30.5 where store_id = $1 and id = $2",
    [fixture.store.id, variant?.id],
  );
  await fixture.testing.database.query(
    "update locations set address1 = '88 Lebuh Chulia', country_code = 'MY', latitude = 5.4 where store_id = $1 and id = $2",
    [fixture.store.id, fixture.store.locations[1]?.id],
  );
  await fixture.quote({
    origin_location_id: fixture.store.locations[1]?.id,
    items: [
      { variant_id: variant?.id, quantity: 3 },
      { name: " Gift box ", price: 5, grams: 120, quantity: 1 },
      { variant_id: other?.id, quantity: 1 },
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
  const sent = JSON.parse(request.body.toString()) as {
    destination: Record<string, unknown>;
    origin: Record<string, unknown>;
    items: Record<string, unknown>[];
  };
  assert.deepEqual(Object.keys(sent), ["destination", "origin", "items", "currency", "subtotal"]);
  assert.ok(Check(callbacks["shipping/list/non_cod"].request, sent));
  assert.deepEqual(Object.keys(sent.origin).sort(), Object.keys(sent.destination).sort());
  assert.deepEqual([sent.destination["city"], sent.destination["zip"]], ["Kuala Lumpur", ""]);
  const { origin } = sent;
  assert.deepEqual(
    [origin["company"], origin["address1"], origin["country"], origin["latitude"]],
    ["Place 2", "88 Lebuh Chulia", "Malaysia", 5.4],
  );
  const [first, custom] = sent.items;
  assert.deepEqual(
    [first?.["variant_id"], first?.["sku"], first?.["quantity"], first?.["grams"], first?.["width"]],
    [variant?.id, "TRAY", 3, 640, 30.5],
  );
  assert.equal(first?.["price"], "12.50");
  assert.deepEqual(custom, {
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
  await setStatus(rateApp);
});

test("the last valid rates are used for 10 minutes, only for the same parcel", async () => {
  const rateApp = await fixture.addApp();
  assert.deepEqual((await fixture.quote()).shipping_rates, [buildShownRate(rateApp)]);
  rateApp.respondWith({ status: 500 });
  const reason = { app_handle: rateApp.app.handle, reason: "not_200" };
  assert.deepEqual(await fixture.quote(), {
    shipping_rates: [buildShownRate(rateApp)],
    unanswered: [reason],
  });
  const items = [{ variant_id: fixture.store.variants[0]?.id, quantity: 3 }];
  assert.deepEqual(await fixture.quote({ items }), { shipping_rates: [], unanswered: [reason] });
  // After two failures the app is called or paused; either way its stored rates are used until they expire.
  fixture.clock.advance(10 * minuteMs - 1_000);
  assert.deepEqual((await fixture.quote()).shipping_rates, [buildShownRate(rateApp)]);
  fixture.clock.advance(2_000);
  assert.deepEqual((await fixture.quote()).shipping_rates, []);
  await setStatus(rateApp);
});

test("a disabled or uninstalled app is not called, and its stored rates are not used", async () => {
  const rateApp = await fixture.addApp();
  await fixture.quote();
  await setStatus(rateApp);
  assert.deepEqual(await fixture.quote(), { shipping_rates: [], unanswered: [] });
  assert.equal(rateApp.listRequests().length, 1);
  await setStatus(rateApp, "enable");
  rateApp.respondWith("reset");
  const appUrl = `${fixture.store.host_url}/api/console/apps/${await loadInstallationId(fixture.store, rateApp.app)}`;
  await consoleCall(fixture.store.owner.browser, ["DELETE", `${appUrl}.json`]);
  assert.deepEqual(await fixture.quote(), { shipping_rates: [], unanswered: [] });
  assert.equal(rateApp.listRequests().length, 1);
  const { token } = await installApp(fixture.testing, { store: fixture.store, app: rateApp.app, scopes: [] });
  const url = `${fixture.store.origin}/api/3.0/curls.json`;
  const json = {
    topic: "shipping/list/non_cod",
    url: rateApp.app.app_url.replace("/app", `/rates/${rateApp.app.id}`),
  };
  assert.equal((await fixture.testing.request(url, { method: "POST", token, json })).status, 200);
  const unanswered = [{ app_handle: rateApp.app.handle, reason: "unreachable" }];
  assert.deepEqual(await fixture.quote(), { shipping_rates: [], unanswered });
  await setStatus(rateApp);
});

test("an app that hangs or is slow delays a quote by at most 5 s", async () => {
  const [good, hanging, late] = [await fixture.addApp(), await fixture.addApp(), await fixture.addApp()];
  hanging.respondWith("hang");
  late.respondWith({ status: 200, delay: 6_000, body: JSON.stringify({ rate: [goodRate] }) });
  const startedAt = performance.now();
  const quotes = await Promise.all(Array.from({ length: 12 }, () => fixture.quote()));
  const elapsedMs = performance.now() - startedAt;
  assert.ok(elapsedMs > 4_900 && elapsedMs < 8_000, `it took ${elapsedMs} ms`);
  for (const { shipping_rates, unanswered } of quotes) {
    assert.deepEqual(shipping_rates, [buildShownRate(good)]);
    assert.deepEqual(
      new Set(unanswered.map(({ app_handle }) => app_handle)),
      new Set([hanging.app.handle, late.app.handle]),
    );
  }
  assert.ok(quotes.some(({ unanswered }) => unanswered.every(({ reason }) => reason === "timeout")));
  for (const rateApp of [good, hanging, late]) await setStatus(rateApp);
});

/** Create a sender with one connection per callback and this maximum wait for it. */
function createLimitedSender(slotMs: number): SafeSender {
  const limits = { connections: 1, slotMs };
  return createSafeSender({ allowLoopback: true, clock: systemClock, userAgent: "Souk-Rates/1", limits });
}

test("the wait for a connection to the app is part of the 5 s", async () => {
  const rateApp = await fixture.addApp();
  const slow = { status: 200, delay: 4_000, body: JSON.stringify({ rate: [goodRate] }) };
  let requestCount = 0;
  // The request that takes over the connection gets no response.
  rateApp.respondWith(() => (requestCount++ === 0 ? slow : "hang"));
  const sender = createLimitedSender(5_000);
  const startedAt = performance.now();
  const quotes = await Promise.all([fixture.quoteWith(sender), fixture.quoteWith(sender)]);
  const elapsedMs = performance.now() - startedAt;
  assert.ok(elapsedMs < 8_000, `it took ${elapsedMs} ms`);
  const reasons = quotes.flatMap(({ unanswered }) => unanswered.map(({ reason }) => reason));
  assert.deepEqual(reasons, ["timeout"]);
  await setStatus(rateApp);
  await sender.close();
});

test("an app whose connections are all in use is reported as busy", async () => {
  const rateApp = await fixture.addApp();
  rateApp.respondWith({ status: 200, delay: 400, body: JSON.stringify({ rate: [goodRate] }) });
  const sender = createLimitedSender(20);
  const quotes = await Promise.all([fixture.quoteWith(sender), fixture.quoteWith(sender)]);
  await sender.close();
  assert.deepEqual(quotes.map(({ unanswered }) => unanswered[0]?.reason).sort(), ["busy", undefined]);
  await setStatus(rateApp);
});

test("after three failures an app is called every few seconds until it responds", async () => {
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
  rateApp.respondWith([goodRate]);
  assert.deepEqual((await fixture.quote()).shipping_rates, [buildShownRate(rateApp)]);
  rateApp.respondWith({ status: 503 });
  assert.equal(await getReason(), "not_200");
  assert.equal(await getReason(), "not_200");
  await setStatus(rateApp);
});

test("an app that moved to another URL is called there immediately", async () => {
  const rateApp = await fixture.addApp();
  rateApp.respondWith({ status: 503 });
  for (let time = 0; time < 3; time++) await fixture.quote();
  const { curls } = (
    await fixture.testing.request(`${fixture.store.origin}/api/3.0/curls.json`, { token: rateApp.token })
  ).json<{ curls: { id: number; url: string }[] }>();
  const [curl = assert.fail("the app has no callback")] = curls;
  const url = `${fixture.store.origin}/api/3.0/curls/${curl.id}.json`;
  await fixture.testing.request(url, {
    method: "PUT",
    token: rateApp.token,
    json: { url: `${curl.url}?v=2` },
  });
  assert.equal((await fixture.quote()).unanswered[0]?.reason, "not_200");
  await setStatus(rateApp);
});
