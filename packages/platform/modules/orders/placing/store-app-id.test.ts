import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ApiError } from "@souk/contract";
import { createOrdersFixture, type OrdersFixture } from "../testing/orders-fixture.ts";

let fixture: OrdersFixture;

before(async () => {
  fixture = await createOrdersFixture();
});
after(() => fixture.stop());

// The `store_app_id` of a fee consists of the app's handle, `-shipping-` and the id that the app gave the rate.

/**
 * Place an order with a shipping fee, and return the `store_app_id` of the fee.
 * @param app the handle of the calling app, or omitted if a person places the order
 */
async function placeWithFee(store_app_id: string | null, app?: string): Promise<string | null | undefined> {
  const shipping_fees = [{ name: "Next day", price: "8.00", store_app_id }];
  const line_items = [{ name: "A tray", price: "5.00", quantity: 1 }];
  const order = await fixture.placeOrder({ line_items, shipping_fees }, app);
  return order.shipping_fees[0]?.store_app_id;
}

/** Assert that an error is `not_allowed` for the fee's `store_app_id`. @returns true, as `assert.rejects` requires */
function assertNotAllowed({ code, details }: ApiError): boolean {
  const fields = details?.fields?.map((field) => [field.path, field.code]);
  assert.deepEqual([code, fields], ["invalid", [["shipping_fees.0.store_app_id", "not_allowed"]]]);
  return true;
}

/** Insert an app that is installed in a store. */
async function insertInstalledApp(handle: string, storeId: number): Promise<void> {
  await fixture.db.database.query(
    `with app as (insert into apps (kind, store_id, handle, client_id, name)
       values ('custom', $2, $1, $1, $1) returning id)
     insert into installations (store_id, app_id, status, scopes, installed_at)
     select $2, id, 'enabled', '{}', now() from app`,
    [handle, storeId],
  );
}

test("L7: an app cannot place an order with another app's shipping rate", async () => {
  for (const id of ["another-shipping-next-day", "courier-2-shipping-next-day"])
    await assert.rejects(placeWithFee(id, "courier"), assertNotAllowed);
  assert.equal(await placeWithFee("courier-shipping-next-day", "courier"), "courier-shipping-next-day");
  assert.equal(await placeWithFee(null, "courier"), null);
});

test("an app cannot use the rates of another installed app whose handle begins with the calling app's handle", async () => {
  const { store } = fixture.seededStore;
  const otherStore = await fixture.createOtherStore();
  const rateId = "courier-shipping-fast-shipping-next-day";
  await insertInstalledApp("courier-shipping-fast", otherStore.seededStore.store.id);
  // The app courier-shipping-fast is not installed in this store, so the id means the courier's rate fast-shipping-next-day.
  assert.equal(await placeWithFee(rateId, "courier"), rateId);
  await insertInstalledApp("courier-shipping-slow", store.id);
  assert.equal(await placeWithFee(rateId, "courier"), rateId);
  const otherRateId = "courier-shipping-slow-shipping-next-day";
  await assert.rejects(placeWithFee(otherRateId, "courier"), assertNotAllowed);
  assert.equal(await placeWithFee(otherRateId, "courier-shipping-slow"), otherRateId);
  assert.equal(await placeWithFee("courier-shipping-slow", "courier"), "courier-shipping-slow");
});

test("an app cannot place an order with an invalid shipping rate id", async () => {
  for (const id of [" ", "next ", "next\u0000day", "next\u0007day"])
    await assert.rejects(placeWithFee(`courier-shipping-${id}`, "courier"), { code: "invalid" });
});

test("a person can place an order with any app's shipping rate", async () => {
  assert.equal(await placeWithFee("courier-shipping-next-day"), "courier-shipping-next-day");
});
