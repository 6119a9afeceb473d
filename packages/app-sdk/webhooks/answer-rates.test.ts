import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { consoleCall, type SeededStore, seedStore, type TestPlatform, testPlatform } from "@souk/testkit";
import { type AppFixture, install, signedAppUrl, startAppFixture, visit } from "../testing/app-fixture.ts";
import type { RateHandler, RateRequest } from "./rates.ts";

let testing: TestPlatform;
let store: SeededStore;
let fixture: AppFixture;
let asked: RateRequest[];

const rates: RateHandler = (request) => {
  asked.push(request);
  const { cod, parcel } = request;
  if (parcel.destination.country_code === "SG") throw new Error("the courier is away");
  const grams = parcel.items.reduce((sum, item) => sum + item.grams * item.quantity, 0);
  return [{ id: cod ? "cod" : "std", name: `${grams} g`, shipping_charge: 8 }];
};

before(async () => {
  testing = await testPlatform();
  store = await seedStore(testing, { products: 1 });
  fixture = await startAppFixture(testing, { rates });
  assert.equal((await install(store, fixture)).status, 302);
});
after(async () => {
  await fixture.stop();
  await testing.stop();
});
beforeEach(() => {
  asked = [];
});

interface Quote {
  shipping_rates: { store_app_id: string; name: string; price: string }[];
  unanswered: { reason: string }[];
}

function quote(changes: object = {}): Promise<Quote> {
  const items = [{ name: "Tray", price: "42.00", grams: 640, quantity: 2 }];
  const parcel = { destination: { country_code: "MY" }, items, ...changes };
  const call = ["POST", `${store.host_url}/api/3.0/shipping_rates.json`] as const;
  return consoleCall(store.owner.browser, [...call], { shipping_rate: parcel });
}

async function callbacks(): Promise<string[]> {
  const { curls } = await fixture.app.shop(new URL(store.origin).hostname).curls.list();
  return curls.map(({ topic }) => topic).sort();
}

test("a store asks an installed app for rates, for parcels of both kinds", async () => {
  assert.deepEqual(await callbacks(), ["shipping/list/cod", "shipping/list/non_cod"]);
  const { shipping_rates, unanswered } = await quote();
  assert.deepEqual(unanswered, []);
  const handle = fixture.registered.handle;
  const [rate] = shipping_rates;
  assert.deepEqual(
    [rate?.store_app_id, rate?.name, rate?.price],
    [`${handle}-shipping-std`, "1280 g", "8.00"],
  );
  assert.deepEqual((await quote({ cod: true })).shipping_rates[0]?.store_app_id, `${handle}-shipping-cod`);
  const [first] = asked;
  assert.deepEqual(
    [first?.shop, first?.cod, first?.parcel.subtotal],
    [new URL(store.origin).hostname, false, "84.00"],
  );
  assert.deepEqual(fixture.errors, []);
});

test("a failing handler returns no rates and is reported with the store", async () => {
  const { shipping_rates, unanswered } = await quote({ destination: { country_code: "SG" } });
  assert.deepEqual([shipping_rates, unanswered.map(({ reason }) => reason)], [[], ["not_200"]]);
  const [error] = fixture.errors.splice(0);
  assert.deepEqual(
    [error?.where, error?.shop, String(error?.error)],
    ["rates", new URL(store.origin).hostname, "Error: the courier is away"],
  );
});

test("a rate request that is not signed with the client secret is not answered", async () => {
  const headers = {
    "service-topic": "shipping/list/cod",
    "service-shop-domain": new URL(store.origin).hostname,
  };
  const forged = { ...headers, "service-hmac-sha256": "0".repeat(64) };
  for (const sent of [headers, forged])
    assert.equal(
      (await fetch(`${fixture.url}/webhooks`, { method: "POST", body: "{}", headers: sent })).status,
      401,
    );
  assert.deepEqual(asked, []);
});

test("a release without rates is not asked for rates after its next load", async () => {
  // As if the option were left out.
  fixture.release({ rates: undefined } as unknown as Record<never, never>);
  assert.equal((await visit(await signedAppUrl(store, fixture))).status, 200);
  assert.deepEqual(await callbacks(), []);
  assert.deepEqual(await quote(), { shipping_rates: [], unanswered: [] });
});
