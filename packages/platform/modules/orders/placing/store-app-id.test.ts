import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ApiError } from "@souk/contract";
import { createOrdersFixture, type OrdersFixture } from "../testing/orders-fixture.ts";

let fixture: OrdersFixture;

before(async () => {
  fixture = await createOrdersFixture();
});
after(() => fixture.stop());

/** Place an order with a shipping fee and return the fee. @param app the handle of the calling app; a person calls if omitted */
async function placeWithFee(store_app_id: string | null, app?: string): Promise<string | null | undefined> {
  const shipping_fees = [{ name: "Next day", price: "8.00", store_app_id }];
  const line_items = [{ name: "A tray", price: "5.00", quantity: 1 }];
  const order = await fixture.placeOrder({ line_items, shipping_fees }, app);
  return order.shipping_fees[0]?.store_app_id;
}

test("L7: an app cannot place an order with a rate in the name of another app", async () => {
  const isRejected = ({ code, details }: ApiError): boolean => {
    const fields = details?.fields?.map((field) => [field.path, field.code]);
    assert.deepEqual([code, fields], ["invalid", [["shipping_fees.0.store_app_id", "not_allowed"]]]);
    return true;
  };
  for (const id of ["another-shipping-next-day", "courier-2-shipping-next-day"])
    await assert.rejects(placeWithFee(id, "courier"), isRejected);
  assert.equal(await placeWithFee("courier-shipping-next-day", "courier"), "courier-shipping-next-day");
  assert.equal(await placeWithFee(null, "courier"), null);
});

test("a person places an order with the rate of any app", async () => {
  assert.equal(await placeWithFee("courier-shipping-next-day"), "courier-shipping-next-day");
});
