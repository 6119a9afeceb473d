import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ApiError, type OperationResponse, operations } from "@souk/contract";
import { createOrdersFixture, type OrdersFixture } from "../orders/testing/orders-fixture.ts";

type Fulfillment = OperationResponse<typeof operations.getFulfillment>["fulfillment"];

let fixture: OrdersFixture;

before(async () => {
  fixture = await createOrdersFixture();
});
after(() => fixture.stop());

/** Fulfill a new order. @param app the handle of the calling app; a person calls if omitted */
async function fulfill(body: object, app?: string): Promise<Fulfillment> {
  const order = await fixture.placeOrder({ line_items: [{ name: "A tray", price: "5.00", quantity: 1 }] });
  const request = { params: { order_id: order.id }, body, ...(app ? { app } : {}) };
  return (await fixture.call<{ fulfillment: Fulfillment }>(operations.createFulfillment, request))
    .fulfillment;
}

function checkAppHandleError({ code, details }: ApiError): boolean {
  assert.deepEqual([code, details?.fields?.map(({ path }) => path)], ["invalid", ["app_handle"]]);
  return true;
}

test("L7: an app cannot create a fulfillment in the name of another app", async () => {
  await assert.rejects(fulfill({ app_handle: "another-courier" }, "courier"), checkAppHandleError);
  assert.equal((await fulfill({ app_handle: "courier" }, "courier")).app_handle, "courier");
  assert.equal((await fulfill({}, "courier")).app_handle, "courier");
});

test("L7: a person cannot create a fulfillment in the name of an app", async () => {
  await assert.rejects(fulfill({ app_handle: "courier" }), checkAppHandleError);
  assert.equal((await fulfill({ app_handle: "" })).app_handle, "");
});
