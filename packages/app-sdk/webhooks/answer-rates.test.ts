import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import {
  callConsole,
  type SeededStore,
  seedStore,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import {
  type AppFixture,
  createSignedAppUrl,
  install,
  startAppFixture,
  visit,
} from "../testing/app-fixture.ts";
import type { RateHandler, RateRequest } from "./rates.ts";

let platform: TestPlatform;
let store: SeededStore;
let fixture: AppFixture;
let rateRequests: RateRequest[];

const rates: RateHandler = (request) => {
  rateRequests.push(request);
  const { cod, parcel } = request;
  if (parcel.destination.country_code === "SG") throw new Error("the courier is unavailable");
  const grams = parcel.items.reduce((sum, item) => sum + item.grams * item.quantity, 0);
  return [{ id: cod ? "cod" : "std", name: `${grams} g`, shipping_charge: 8 }];
};

before(async () => {
  platform = await startTestPlatform();
  store = await seedStore(platform, { products: 1 });
  fixture = await startAppFixture(platform, { rates });
  assert.equal((await install(store, fixture)).status, 302);
});
after(async () => {
  await fixture.stop();
  await platform.stop();
});
beforeEach(() => {
  rateRequests = [];
});

interface Quote {
  shipping_rates: { store_app_id: string; name: string; price: string }[];
  unanswered: { reason: string }[];
}

function requestRates(changes: object = {}): Promise<Quote> {
  const items = [{ name: "Tray", price: "42.00", grams: 640, quantity: 2 }];
  const parcel = { destination: { country_code: "MY" }, items, ...changes };
  const call = ["POST", `${store.host_url}/api/3.0/shipping_rates.json`] as const;
  return callConsole(store.owner.browser, [...call], { shipping_rate: parcel });
}

async function listCallbackTopics(): Promise<string[]> {
  const { curls: callbacks } = await fixture.app.shop(new URL(store.origin).hostname).curls.list();
  return callbacks.map(({ topic }) => topic).sort();
}

test("an installed app is asked for shipping rates, with and without cash on delivery", async () => {
  assert.deepEqual(await listCallbackTopics(), ["shipping/list/cod", "shipping/list/non_cod"]);
  const { shipping_rates, unanswered } = await requestRates();
  assert.deepEqual(unanswered, []);
  const handle = fixture.registeredApp.handle;
  const [rate] = shipping_rates;
  assert.deepEqual(
    [rate?.store_app_id, rate?.name, rate?.price],
    [`${handle}-shipping-std`, "1280 g", "8.00"],
  );
  assert.deepEqual(
    (await requestRates({ cod: true })).shipping_rates[0]?.store_app_id,
    `${handle}-shipping-cod`,
  );
  const [firstRequest] = rateRequests;
  assert.deepEqual(
    [firstRequest?.shop, firstRequest?.cod, firstRequest?.parcel.subtotal],
    [new URL(store.origin).hostname, false, "84.00"],
  );
  assert.deepEqual(fixture.errors, []);
});

test("if the rate handler fails, the store gets no rates, and the error is reported with the store's hostname", async () => {
  const { shipping_rates, unanswered } = await requestRates({ destination: { country_code: "SG" } });
  assert.deepEqual([shipping_rates, unanswered.map(({ reason }) => reason)], [[], ["not_200"]]);
  const [error] = fixture.errors.splice(0);
  assert.deepEqual(
    [error?.where, error?.shop, String(error?.error)],
    ["rates", new URL(store.origin).hostname, "Error: the courier is unavailable"],
  );
});

test("a rate request that is not signed with the client secret is rejected", async () => {
  const headers = {
    "service-topic": "shipping/list/cod",
    "service-shop-domain": new URL(store.origin).hostname,
  };
  const forged = { ...headers, "service-hmac-sha256": "0".repeat(64) };
  for (const requestHeaders of [headers, forged])
    assert.equal(
      (await fetch(`${fixture.url}/webhooks`, { method: "POST", body: "{}", headers: requestHeaders }))
        .status,
      401,
    );
  assert.deepEqual(rateRequests, []);
});

test("when an app's new release has no rate handler, the next visit to its page removes its rate callbacks", async () => {
  // `undefined` has the same effect as leaving out the option `rates`.
  fixture.deployRelease({ rates: undefined } as unknown as Record<never, never>);
  assert.equal((await visit(await createSignedAppUrl(store, fixture))).status, 200);
  assert.deepEqual(await listCallbackTopics(), []);
  assert.deepEqual(await requestRates(), { shipping_rates: [], unanswered: [] });
});
