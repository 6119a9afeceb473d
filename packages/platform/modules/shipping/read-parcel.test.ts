import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type SeededShop, seedShop } from "@souk/testkit";
import { errorOf } from "../../http/testing/shop-api.ts";
import { type RateApp, type RatesRig, ratesRig } from "./testing/rates-rig.ts";

let rig: RatesRig;
let app: RateApp;
let other: SeededShop;
let variant: number;

before(async () => {
  rig = await ratesRig();
  app = await rig.addApp();
  other = await seedShop(rig.testing, { products: 1 });
  variant = rig.shop.variants[0]?.id ?? 0;
  await rig.testing.database.query("update variants set price = 12.99 where store_id = $1", [rig.shop.id]);
  await rig.testing.database.query(
    `insert into currencies (store_id, code, rate, rounding)
     values ($1, 'JPY', 151.25, null), ($1, 'CHF', 0.5, 0.05)`,
    [rig.shop.id],
  );
});
after(() => rig.stop());

test("each wrong field is named, and no app is asked", async () => {
  const item = { variant_id: variant, quantity: 1 };
  const custom = { name: "Box", price: "1.00", quantity: 1 };
  const refused: [changes: object, fields: string[]][] = [
    [{ items: [] }, ["items"]],
    [{ items: undefined }, ["items"]],
    [{ destination: undefined }, ["destination"]],
    [{ destination: { country_code: "ZZ" } }, ["destination.country_code"]],
    [{ destination: { city: 7 } }, ["destination.city"]],
    [{ items: [item, { ...item, quantity: 0 }] }, ["items.1.quantity"]],
    [{ items: [item, { quantity: 1 }] }, ["items.1.name", "items.1.price"]],
    [{ items: [{ ...custom, name: " " }] }, ["items.0.name"]],
    [{ items: [{ ...custom, price: "1.005" }] }, ["items.0.price"]],
    [{ items: [{ ...custom, grams: -1 }] }, ["items.0.grams"]],
    [{ items: [item, { ...item, variant_id: other.variants[0]?.id }] }, ["items.1.variant_id"]],
    [{ items: [{ ...item, variant_id: 999_999 }] }, ["items.0.variant_id"]],
    [{ origin_location_id: other.locations[0]?.id }, ["origin_location_id"]],
    [{ currency_code: "EUR" }, ["currency_code"]],
    [{ cod: "yes" }, ["cod"]],
    [
      { currency_code: "XXX", origin_location_id: 999_999, items: [{ variant_id: 999_999, quantity: 1 }] },
      ["currency_code", "origin_location_id", "items.0.variant_id"],
    ],
  ];
  for (const [changes, fields] of refused) {
    const answer = await rig.ask(changes);
    assert.equal(answer.status, 422, `${JSON.stringify(changes)} ${answer.text}`);
    assert.deepEqual([...new Set(errorOf(answer).fields?.map(({ path }) => path))], fields);
  }
  assert.equal(app.asked().length, 0);
});

test("prices are converted by the currency's rate to its rounding, and added up exactly", async () => {
  const askedIn = async (
    currency_code?: string,
    items: object[] = [{ variant_id: variant, quantity: 3 }],
  ) => {
    await rig.quote({ items, ...(currency_code === undefined ? {} : { currency_code }) });
    const sent = JSON.parse(app.asked().at(-1)?.body.toString() ?? "") as {
      currency: string;
      subtotal: string;
      items: { price: string }[];
    };
    return [sent.currency, sent.items[0]?.price, sent.subtotal];
  };
  assert.deepEqual(await askedIn(), ["USD", "12.99", "38.97"]);
  app.answers([{ id: 1, name: "Yen", shipping_charge: 800 }]);
  assert.deepEqual(await askedIn("JPY"), ["JPY", "1965", "5895"]);
  assert.deepEqual(await askedIn("CHF"), ["CHF", "6.50", "19.50"]);
  const dear = { name: "Gold", price: "999999999999999.99", quantity: 1_000_000 };
  assert.deepEqual(await askedIn("USD", [dear]), ["USD", dear.price, "999999999999999990000.00"]);
});

test("asking again under the same key is answered the same, and no app is asked twice", async () => {
  app.answers([{ id: 1, name: "Once", shipping_charge: 8 }]);
  const items = [{ variant_id: variant, quantity: 9 }];
  const before = app.asked().length;
  const headers = { "idempotency-key": "checkout-17" };
  const [first, second] = [await rig.ask({ items }, headers), await rig.ask({ items }, headers)];
  assert.equal(first.status, 200, first.text);
  assert.equal(second.text, first.text);
  assert.equal(second.headers["idempotent-replay"], "true");
  assert.equal(app.asked().length, before + 1);
});
