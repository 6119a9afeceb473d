import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform, waitForLockWaits } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../http/testing/catalog-fixture.ts";
import { lockCurrencyExponent } from "./lock-currency-exponent.ts";

let testPlatform: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCatalogFixture(testPlatform, {
    scopes: ["read_products", "write_products", "read_store", "write_store"],
  });
});
after(() => testPlatform.stop());

/** Wait until another transaction waits for the lock on the store's row. */
const waitForBlockedTransaction = () =>
  waitForLockWaits(testPlatform.database, { count: 1, statement: "%from stores where id = $1 for %" });

const putPrice = (price: string) => {
  const { id, product_id } = fixture.api.store.variants[0] ?? assert.fail();
  const json = { variants: [{ id, price }] };
  return fixture.api.call("PUT", `/3.0/products/${product_id}/variants.json`, { json });
};
const putCurrency = (currency_code: string) =>
  fixture.api.call("PUT", "/3.0/store.json", { json: { currency_code } });

test("a currency change waits for a price change in progress and checks the new price", async () => {
  const [variant] = fixture.api.store.variants;
  const variantIds = fixture.api.store.variants.map(({ id }) => id);
  await testPlatform.database.query("update variants set price = 5, cost_price = null where id = any($1)", [
    variantIds,
  ]);
  const { currencyChange } = await testPlatform.database.transaction(async (tx) => {
    await lockCurrencyExponent(tx, { id: fixture.api.store.id, currency_code: "USD" } as Parameters<
      typeof lockCurrencyExponent
    >[1]);
    await tx.query("update variants set price = 1.25 where id = $1", [variant?.id]);
    const pendingResponse = putCurrency("JPY");
    await waitForBlockedTransaction();
    // The promise is returned in an object, because the transaction would wait for a promise that is returned directly.
    return { currencyChange: pendingResponse };
  });
  const response = await currencyChange;
  assert.equal(response.status, 422, response.text);
  assert.match(response.text, /"path":"currency_code"/);
});

test("a price change waits for a currency change and is checked for the new currency", async () => {
  await testPlatform.database.query("update variants set price = 5 where store_id = $1", [
    fixture.api.store.id,
  ]);
  const { priceChange } = await testPlatform.database.transaction(async (tx) => {
    await tx.query(
      "update stores set currency_code = 'JPY', display_version = display_version + 1 where id = $1",
      [fixture.api.store.id],
    );
    const pendingResponse = putPrice("1.25");
    await waitForBlockedTransaction();
    // The promise is returned in an object, because the transaction would wait for a promise that is returned directly.
    return { priceChange: pendingResponse };
  });
  const response = await priceChange;
  assert.equal(response.status, 422, response.text);
  assert.match(
    response.text,
    /"message":"variants.0.price must be an amount of at least 0 with at most 0 decimal places."/,
  );
});
