import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { callbacks, operations } from "@souk/contract";
import { createSafeSender, type SafeSender } from "@souk/delivery";
import { verifyBody } from "@souk/signing";
import { consoleCall, installApp, installationOf } from "@souk/testkit";
import { Check } from "typebox/value";
import { systemClock } from "../../clock.ts";
import { goodRate, type RateApp, type RatesRig, ratesRig } from "./testing/rates-rig.ts";

let rig: RatesRig;
before(async () => {
  rig = await ratesRig();
});
after(() => rig.stop());

const minuteMs = 60_000;

function shown({ app }: RateApp, price = "8.00"): object {
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

async function disable({ app }: RateApp, word: "disable" | "enable" = "disable"): Promise<void> {
  const place = `${rig.shop.host_url}/api/console/apps/${await installationOf(rig.shop, app)}`;
  await consoleCall(rig.shop.owner.browser, ["POST", `${place}/${word}.json`]);
}

test("all apps of the topic are asked side by side, and each answers with its own rates, by the apps' handles", async () => {
  const apps = [await rig.addApp(), await rig.addApp()];
  const cod = await rig.addApp("shipping/list/cod");
  // Each answers once the other was asked.
  for (const [at, app] of apps.entries()) {
    const other = apps[1 - at] ?? assert.fail("two apps");
    const both = new Promise<void>((resolve) => {
      const look = () => (other.asked().length > 0 ? resolve() : setTimeout(look, 5));
      look();
    });
    const body = JSON.stringify({ rate: [{ ...goodRate, shipping_charge: at + 1 }] });
    app.answers({ status: 200, delay: both, body });
  }
  const quote = await rig.quote();
  assert.ok(Check(operations.listShippingRates.answer, quote));
  const expected = apps.map((app, at) => ({ handle: app.app.handle, rate: shown(app, `${at + 1}.00`) }));
  expected.sort((one, other) => (one.handle < other.handle ? -1 : 1));
  assert.deepEqual(quote, { shipping_rates: expected.map(({ rate }) => rate), unanswered: [] });
  assert.equal(cod.asked().length, 0);
  assert.deepEqual((await rig.quote({ cod: true })).shipping_rates, [shown(cod)]);
  assert.equal(apps[0]?.asked().length, 1);
  for (const each of [...apps, cod]) await disable(each);
});

test("an app is asked with the whole parcel, signed with its client secret as its webhooks are", async () => {
  const each = await rig.addApp();
  const [variant, other] = rig.shop.variants;
  await rig.testing.database.query(
    "update variants set price = 12.5, sku = 'TRAY', grams = 640, width = 30.5 where store_id = $1 and id = $2",
    [rig.shop.id, variant?.id],
  );
  await rig.testing.database.query(
    "update locations set address1 = '88 Lebuh Chulia', country_code = 'MY', latitude = 5.4 where store_id = $1 and id = $2",
    [rig.shop.id, rig.shop.locations[1]?.id],
  );
  await rig.quote({
    origin_location_id: rig.shop.locations[1]?.id,
    items: [
      { variant_id: variant?.id, quantity: 3 },
      { name: " Gift box ", price: 5, grams: 120, quantity: 1 },
      { variant_id: other?.id, quantity: 1 },
    ],
  });
  const [asked = assert.fail("it was not asked")] = each.asked();
  const { headers } = asked;
  assert.deepEqual(
    [asked.method, headers["service-topic"], headers["service-shop-domain"], headers["user-agent"]],
    ["POST", "shipping/list/non_cod", new URL(rig.shop.origin).hostname, "Souk-Rates/1"],
  );
  const hmac = headers["service-hmac-sha256"];
  assert.ok(verifyBody(asked.body, hmac, each.app.client_secret).ok);
  assert.ok(!verifyBody(asked.body, hmac, "another").ok);
  const sent = JSON.parse(asked.body.toString()) as {
    destination: Record<string, unknown>;
    origin: Record<string, unknown>;
    items: Record<string, unknown>[];
  };
  assert.deepEqual(Object.keys(sent), ["destination", "origin", "items", "currency", "subtotal"]);
  assert.ok(Check(callbacks["shipping/list/non_cod"].question, sent));
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
  await disable(each);
});

test("the last good answer to the same parcel stands in for 10 minutes, and for no other parcel", async () => {
  const each = await rig.addApp();
  assert.deepEqual((await rig.quote()).shipping_rates, [shown(each)]);
  each.answers({ status: 500 });
  const reason = { app_handle: each.app.handle, reason: "not_200" };
  assert.deepEqual(await rig.quote(), { shipping_rates: [shown(each)], unanswered: [reason] });
  const items = [{ variant_id: rig.shop.variants[0]?.id, quantity: 3 }];
  assert.deepEqual(await rig.quote({ items }), { shipping_rates: [], unanswered: [reason] });
  // Two failures so far: what follows is asked, or paused; either way the answer of before counts until its time is over.
  rig.clock.advance(10 * minuteMs - 1_000);
  assert.deepEqual((await rig.quote()).shipping_rates, [shown(each)]);
  rig.clock.advance(2_000);
  assert.deepEqual((await rig.quote()).shipping_rates, []);
  await disable(each);
});

test("an app that is disabled or uninstalled is not asked and has no rates; installed anew it begins with none", async () => {
  const each = await rig.addApp();
  await rig.quote();
  await disable(each);
  assert.deepEqual(await rig.quote(), { shipping_rates: [], unanswered: [] });
  assert.equal(each.asked().length, 1);
  await disable(each, "enable");
  each.answers("reset");
  const place = `${rig.shop.host_url}/api/console/apps/${await installationOf(rig.shop, each.app)}`;
  await consoleCall(rig.shop.owner.browser, ["DELETE", `${place}.json`]);
  assert.deepEqual(await rig.quote(), { shipping_rates: [], unanswered: [] });
  assert.equal(each.asked().length, 1);
  const { token } = await installApp(rig.testing, { shop: rig.shop, app: each.app, scopes: [] });
  const url = `${rig.shop.origin}/api/3.0/curls.json`;
  const json = {
    topic: "shipping/list/non_cod",
    url: each.app.app_url.replace("/app", `/rates/${each.app.id}`),
  };
  assert.equal((await rig.testing.request(url, { method: "POST", token, json })).status, 200);
  const unanswered = [{ app_handle: each.app.handle, reason: "unreachable" }];
  assert.deepEqual(await rig.quote(), { shipping_rates: [], unanswered });
  await disable(each);
});

test("an app that hangs or is slow keeps nobody longer than 5 s and takes nothing from the others", async () => {
  const [good, hanging, late] = [await rig.addApp(), await rig.addApp(), await rig.addApp()];
  hanging.answers("hang");
  late.answers({ status: 200, delay: 6_000, body: JSON.stringify({ rate: [goodRate] }) });
  const began = performance.now();
  const quotes = await Promise.all(Array.from({ length: 12 }, () => rig.quote()));
  const took = performance.now() - began;
  assert.ok(took > 4_900 && took < 8_000, `it took ${took} ms`);
  for (const { shipping_rates, unanswered } of quotes) {
    assert.deepEqual(shipping_rates, [shown(good)]);
    assert.deepEqual(
      new Set(unanswered.map(({ app_handle }) => app_handle)),
      new Set([hanging.app.handle, late.app.handle]),
    );
  }
  assert.ok(quotes.some(({ unanswered }) => unanswered.every(({ reason }) => reason === "timeout")));
  for (const each of [good, hanging, late]) await disable(each);
});

/** A sender with one connection for each callback, and so long a wait for it. */
function narrowSender(slotMs: number): SafeSender {
  const limits = { connections: 1, slotMs };
  return createSafeSender({ allowLoopback: true, clock: systemClock, userAgent: "Souk-Rates/1", limits });
}

test("the wait for one of the app's connections is part of the 5 s", async () => {
  const each = await rig.addApp();
  const slow = { status: 200, delay: 4_000, body: JSON.stringify({ rate: [goodRate] }) };
  let came = 0;
  // The one that takes over the connection is never answered.
  each.answers(() => (came++ === 0 ? slow : "hang"));
  const sender = narrowSender(5_000);
  const began = performance.now();
  const quotes = await Promise.all([rig.quoteBy(sender), rig.quoteBy(sender)]);
  const took = performance.now() - began;
  assert.ok(took < 8_000, `it took ${took} ms`);
  const reasons = quotes.flatMap(({ unanswered }) => unanswered.map(({ reason }) => reason));
  assert.deepEqual(reasons, ["timeout"]);
  await disable(each);
  await sender.close();
});

test("an app whose connections are all in use is not asked, which is told in a word of its own", async () => {
  const each = await rig.addApp();
  each.answers({ status: 200, delay: 400, body: JSON.stringify({ rate: [goodRate] }) });
  const sender = narrowSender(20);
  const quotes = await Promise.all([rig.quoteBy(sender), rig.quoteBy(sender)]);
  await sender.close();
  assert.deepEqual(quotes.map(({ unanswered }) => unanswered[0]?.reason).sort(), ["busy", undefined]);
  await disable(each);
});

test("after three failures in a row an app is asked once in a few seconds, and its first answer ends that", async () => {
  const each = await rig.addApp();
  each.answers({ status: 503 });
  const reasonOf = async () => (await rig.quote()).unanswered[0]?.reason;
  for (let time = 0; time < 3; time++) assert.equal(await reasonOf(), "not_200");
  assert.equal(await reasonOf(), "paused");
  assert.equal(each.asked().length, 3);
  rig.clock.advance(5_000);
  assert.equal(await reasonOf(), "not_200");
  rig.clock.advance(5_000);
  assert.equal(await reasonOf(), "paused");
  rig.clock.advance(5_000);
  each.answers([goodRate]);
  assert.deepEqual((await rig.quote()).shipping_rates, [shown(each)]);
  each.answers({ status: 503 });
  assert.equal(await reasonOf(), "not_200");
  assert.equal(await reasonOf(), "not_200");
  await disable(each);
});

test("an app that moved to another address is asked there at once", async () => {
  const each = await rig.addApp();
  each.answers({ status: 503 });
  for (let time = 0; time < 3; time++) await rig.quote();
  const { curls } = (
    await rig.testing.request(`${rig.shop.origin}/api/3.0/curls.json`, { token: each.token })
  ).json<{ curls: { id: number; url: string }[] }>();
  const [curl = assert.fail("it has none")] = curls;
  const url = `${rig.shop.origin}/api/3.0/curls/${curl.id}.json`;
  await rig.testing.request(url, { method: "PUT", token: each.token, json: { url: `${curl.url}?v=2` } });
  assert.equal((await rig.quote()).unanswered[0]?.reason, "not_200");
  await disable(each);
});
