import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type SeededStore, seedStore } from "@souk/testkit";
import { readError } from "../../http/testing/store-api.ts";
import { createRatesFixture, type RateApp, type RatesFixture } from "./testing/rates-fixture.ts";

let fixture: RatesFixture;
let app: RateApp;
let otherStore: SeededStore;
let variant: number;

before(async () => {
  fixture = await createRatesFixture();
  app = await fixture.addApp();
  otherStore = await seedStore(fixture.testPlatform, { products: 1 });
  variant = fixture.store.variants[0]?.id ?? 0;
  await fixture.testPlatform.database.query("update variants set price = 12.99 where store_id = $1", [
    fixture.store.id,
  ]);
  await fixture.testPlatform.database.query(
    `insert into currencies (store_id, code, rate, rounding)
     values ($1, 'JPY', 151.25, null), ($1, 'CHF', 0.5, 0.05)`,
    [fixture.store.id],
  );
});
after(() => fixture.stop());

test("each invalid field of a parcel gets an error, and no app is called", async () => {
  const item = { variant_id: variant, quantity: 1 };
  const customItem = { name: "Box", price: "1.00", quantity: 1 };
  const invalidRequests: [changes: object, fields: string[]][] = [
    [{ items: [] }, ["items"]],
    [{ items: undefined }, ["items"]],
    [{ destination: undefined }, ["destination"]],
    [{ destination: { country_code: "ZZ" } }, ["destination.country_code"]],
    [{ destination: { city: 7 } }, ["destination.city"]],
    [{ items: [item, { ...item, quantity: 0 }] }, ["items.1.quantity"]],
    [{ items: [item, { quantity: 1 }] }, ["items.1.name", "items.1.price"]],
    [{ items: [{ ...customItem, name: " " }] }, ["items.0.name"]],
    [{ items: [{ ...customItem, price: "1.005" }] }, ["items.0.price"]],
    [{ items: [{ ...customItem, grams: -1 }] }, ["items.0.grams"]],
    [{ items: [item, { ...item, variant_id: otherStore.variants[0]?.id }] }, ["items.1.variant_id"]],
    [{ items: [{ ...item, variant_id: 999_999 }] }, ["items.0.variant_id"]],
    [{ origin_location_id: otherStore.locations[0]?.id }, ["origin_location_id"]],
    [{ currency_code: "EUR" }, ["currency_code"]],
    [{ cod: "yes" }, ["cod"]],
    [
      { currency_code: "XXX", origin_location_id: 999_999, items: [{ variant_id: 999_999, quantity: 1 }] },
      ["currency_code", "origin_location_id", "items.0.variant_id"],
    ],
  ];
  for (const [changes, fields] of invalidRequests) {
    const response = await fixture.requestRates(changes);
    assert.equal(response.status, 422, `${JSON.stringify(changes)} ${response.text}`);
    assert.deepEqual([...new Set(readError(response).fields?.map(({ path }) => path))], fields);
  }
  assert.equal(app.listRequests().length, 0);
});

test("a parcel's prices use the currency's exchange rate and rounding, and the subtotal is exact", async () => {
  const quoteIn = async (
    currency_code?: string,
    items: object[] = [{ variant_id: variant, quantity: 3 }],
  ) => {
    await fixture.quote({ items, ...(currency_code === undefined ? {} : { currency_code }) });
    const body = JSON.parse(app.listRequests().at(-1)?.body.toString() ?? "") as {
      currency: string;
      subtotal: string;
      items: { price: string }[];
    };
    return [body.currency, body.items[0]?.price, body.subtotal];
  };
  assert.deepEqual(await quoteIn(), ["USD", "12.99", "38.97"]);
  app.respondWith([{ id: 1, name: "Yen", shipping_charge: 800 }]);
  assert.deepEqual(await quoteIn("JPY"), ["JPY", "1965", "5895"]);
  assert.deepEqual(await quoteIn("CHF"), ["CHF", "6.50", "19.50"]);
  const expensive = { name: "Gold", price: "999999999999999.99", quantity: 1_000_000 };
  assert.deepEqual(await quoteIn("USD", [expensive]), ["USD", expensive.price, "999999999999999990000.00"]);
});

test("a repeated Idempotency-Key gets the same response without calling an app again", async () => {
  app.respondWith([{ id: 1, name: "Once", shipping_charge: 8 }]);
  const items = [{ variant_id: variant, quantity: 9 }];
  const countBefore = app.listRequests().length;
  const headers = { "idempotency-key": "checkout-17" };
  const [first, second] = [
    await fixture.requestRates({ items }, headers),
    await fixture.requestRates({ items }, headers),
  ];
  assert.equal(first.status, 200, first.text);
  assert.equal(second.text, first.text);
  assert.equal(second.headers["idempotent-replay"], "true");
  assert.equal(app.listRequests().length, countBefore + 1);
});
