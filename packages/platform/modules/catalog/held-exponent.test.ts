import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lockAwaited, type TestPlatform, testPlatform } from "@souk/testkit";
import { type CatalogRig, catalogRig } from "../../http/testing/catalog-rig.ts";
import { heldExponent } from "./held-exponent.ts";

let testing: TestPlatform;
let rig: CatalogRig;

before(async () => {
  testing = await testPlatform({ role: "api" });
  rig = await catalogRig(testing, {
    scopes: ["read_products", "write_products", "read_store", "write_store"],
  });
});
after(() => testing.stop());

/** Waits until somebody waits for the store's row. */
const someoneWaits = () =>
  lockAwaited(testing.database, { count: 1, statement: "%from stores where id = $1 for %" });

const putPrice = (price: string) => {
  const { id, product_id } = rig.api.shop.variants[0] ?? assert.fail();
  const json = { variants: [{ id, price }] };
  return rig.api.call("PUT", `/3.0/products/${product_id}/variants.json`, { json });
};
const putCurrency = (currency_code: string) =>
  rig.api.call("PUT", "/3.0/store.json", { json: { currency_code } });

test("a change of currency waits for the prices that are just being written, and sees them", async () => {
  const [variant] = rig.api.shop.variants;
  const whole = rig.api.shop.variants.map(({ id }) => id);
  await testing.database.query("update variants set price = 5, cost_price = null where id = any($1)", [
    whole,
  ]);
  const { changing } = await testing.database.transaction(async (tx) => {
    await heldExponent(tx, { id: rig.api.shop.id, currency_code: "USD" } as Parameters<
      typeof heldExponent
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

test("a price waits for the change of currency that is just being made, and is judged by the new one", async () => {
  await testing.database.query("update variants set price = 5 where store_id = $1", [rig.api.shop.id]);
  const { pricing } = await testing.database.transaction(async (tx) => {
    await tx.query("update stores set currency_code = 'JPY', rendition = rendition + 1 where id = $1", [
      rig.api.shop.id,
    ]);
    const answer = putPrice("1.25");
    await someoneWaits();
    return { pricing: answer };
  });
  const answer = await pricing;
  assert.equal(answer.status, 422, answer.text);
  assert.match(
    answer.text,
    /"path":"variants.0.price","message":"must be an amount of at least 0 with at most 0 decimals"/,
  );
});
