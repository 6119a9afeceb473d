import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lockAwaited, type TestPlatform, testPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../http/testing/catalog-fixture.ts";
import { lockCurrencyExponent } from "./lock-currency-exponent.ts";

let testing: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testing = await testPlatform({ role: "api" });
  fixture = await createCatalogFixture(testing, {
    scopes: ["read_products", "write_products", "read_store", "write_store"],
  });
});
after(() => testing.stop());

/** Wait until a transaction waits for the store's row. */
const someoneWaits = () =>
  lockAwaited(testing.database, { count: 1, statement: "%from stores where id = $1 for %" });

const putPrice = (price: string) => {
  const { id, product_id } = fixture.api.store.variants[0] ?? assert.fail();
  const json = { variants: [{ id, price }] };
  return fixture.api.call("PUT", `/3.0/products/${product_id}/variants.json`, { json });
};
const putCurrency = (currency_code: string) =>
  fixture.api.call("PUT", "/3.0/store.json", { json: { currency_code } });

test("a currency change waits for prices being written, and sees them", async () => {
  const [variant] = fixture.api.store.variants;
  const whole = fixture.api.store.variants.map(({ id }) => id);
  await testing.database.query("update variants set price = 5, cost_price = null where id = any($1)", [
    whole,
  ]);
  const { changing } = await testing.database.transaction(async (tx) => {
    await lockCurrencyExponent(tx, { id: fixture.api.store.id, currency_code: "USD" } as Parameters<
      typeof lockCurrencyExponent
    >[1]);
    await tx.query("update variants set price = 1.25 where id = $1", [variant?.id]);
    const answer = putCurrency("JPY");
    await someoneWaits();
    return { changing: answer };
  });
  const answer = await changing;
  assert.equal(answer.status, 422, answer.text);
  assert.match(answer.text, /"path":"currency_code"/);
});

test("a price waits for a currency change, and is checked against the new currency", async () => {
  await testing.database.query("update variants set price = 5 where store_id = $1", [fixture.api.store.id]);
  const { pricing } = await testing.database.transaction(async (tx) => {
    await tx.query(
      "update stores set currency_code = 'JPY', display_version = display_version + 1 where id = $1",
      [fixture.api.store.id],
    );
    const answer = putPrice("1.25");
    await someoneWaits();
    return { pricing: answer };
  });
  const answer = await pricing;
  assert.equal(answer.status, 422, answer.text);
  assert.match(
    answer.text,
    /"message":"variants.0.price must be an amount of at least 0 with at most 0 decimals."/,
  );
});
