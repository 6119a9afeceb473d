import { assertOk } from "./assertions.ts";
import type { ConformanceFixture } from "./conformance-fixture.ts";
import { setFulfillmentUrl } from "./fulfillment-urls.ts";
import type { InstalledApp } from "./installing.ts";
import { placeOrder } from "./orders.ts";
import { signInStaff } from "./people.ts";

/** The ids of an order and of the records that belong to it. */
export interface OrderRecordIds {
  order: number;
  line: number;
  transaction: number;
  fulfillment: number;
  refund: number;
  order_return: number;
  /** The id of the fulfillment request. */
  request: number;
}

/** The scopes for orders and the records that belong to them. */
export const orderRecordScopes: readonly string[] = ["orders", "fulfillments", "returns"].flatMap(
  (resource) => [`read_${resource}`, `write_${resource}`],
);

const missingId = 900_719_925_474_099;

/** Ids that no record has, for requests that must fail. */
export const unknownIds: OrderRecordIds = {
  order: missingId,
  line: missingId,
  transaction: missingId,
  fulfillment: missingId,
  refund: missingId,
  order_return: missingId,
  request: missingId,
};

/** Create an order with a payment, a fulfillment request to the app, a fulfillment, a partial refund and a return. */
export async function createOrderWithRecords(
  fixture: ConformanceFixture,
  { api, app, merchant }: InstalledApp,
): Promise<OrderRecordIds> {
  const { id, line_items, transactions } = await placeOrder(api, {
    line_items: [{ name: "Rattan tray", price: "10.00", quantity: 2 }],
    transactions: [{ kind: "sale", amount: "20.00" }],
  });
  const line = line_items[0]?.id ?? 0;
  const topic = "fulfillment/single";
  const url = `${app.receiver.url}/fulfill`;
  assertOk(await setFulfillmentUrl(await signInStaff(fixture), app, { topic, url }));
  const { fulfillment_request } = assertOk<{ fulfillment_request: { id: number } }>(
    await merchant.callStore("POST", "/fulfillment_requests.json", {
      fulfillment_request: { app_handle: app.handle, topic, order_ids: [id] },
    }),
  );
  const path = `/3.0/orders/${id}`;
  const { fulfillment } = assertOk<{ fulfillment: { id: number } }>(
    await api.post(`${path}/fulfillments.json`, {}),
  );
  const { refund } = assertOk<{ refund: { id: number } }>(
    await api.post(`${path}/refund.json`, { refund: { amount: "1.00" } }),
  );
  const return_line_items = [{ line_item_id: line, quantity: 1 }];
  const { order_return } = assertOk<{ order_return: { id: number } }>(
    await api.post(`/4.0/orders/${id}/returns.json`, { order_return: { return_line_items } }),
  );
  return {
    order: id,
    line,
    transaction: transactions[0]?.id ?? 0,
    fulfillment: fulfillment.id,
    refund: refund.id,
    order_return: order_return.id,
    request: fulfillment_request.id,
  };
}
