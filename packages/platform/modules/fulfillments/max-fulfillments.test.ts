import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ApiError, maxFulfillments, type OperationResponse, operations } from "@souk/contract";
import { createOrdersFixture, type OrdersFixture } from "../orders/testing/orders-fixture.ts";

type Fulfillment = OperationResponse<typeof operations.getFulfillment>["fulfillment"];

let fixture: OrdersFixture;

before(async () => {
  fixture = await createOrdersFixture();
});
after(() => fixture.stop());

test("an order with the maximum number of fulfillments cannot get another one, even if all are canceled", async () => {
  const variant = await fixture.createVariant(2);
  const order = await fixture.placeOrder({ line_items: [{ variant_id: variant, quantity: 2 }] });
  await fixture.db.database.query(
    `insert into fulfillments (store_id, order_id, location_id, status, tracking_company, tracking_number, tracking_url, service,
       message, app_handle, consignment_note_url, created_at, updated_at)
     select $1, $2, $3, 'cancelled', '', '', '', '', '', '', '', now(), now() from generate_series(1, $4::integer)`,
    [fixture.seededStore.store.id, order.id, fixture.seededStore.primaryLocationId, maxFulfillments - 1],
  );
  const params = { order_id: order.id };
  const body = { line_items: [{ id: order.line_items[0]?.id ?? 0, quantity: 1 }] };
  const fulfill = () =>
    fixture.call<{ fulfillment: Fulfillment }>(operations.createFulfillment, { params, body });
  const { id } = (await fulfill()).fulfillment;
  await fixture.call(operations.cancelFulfillment, { params: { ...params, id } });
  await assert.rejects(fulfill(), (error: unknown) => {
    const { code, details } = error as ApiError;
    assert.deepEqual([code, details?.fields?.map(({ path }) => path)], ["conflict", ["fulfillments"]]);
    return true;
  });
});
