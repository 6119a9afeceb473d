import { assertDone } from "./assertions.ts";
import type { ConformanceFixture } from "./conformance-fixture.ts";
import { setFulfillmentUrl } from "./fulfillment-urls.ts";
import type { Installed } from "./installing.ts";
import { placeOrder } from "./orders.ts";
import { signInStaff } from "./people.ts";

/** An order and what belongs to it, by their ids. */
export interface SoldIds {
  order: number;
  line: number;
  transaction: number;
  fulfillment: number;
  refund: number;
  order_return: number;
  /** The id of the Fulfill action's request. */
  request: number;
}

/** The scopes of orders and of all that belongs to them. */
export const soldScopes: readonly string[] = ["orders", "fulfillments", "returns"].flatMap((resource) => [
  `read_${resource}`,
  `write_${resource}`,
]);

const none = 900_719_925_474_099;

/** Ids that no record has. */
export const unknownIds: SoldIds = {
  order: none,
  line: none,
  transaction: none,
  fulfillment: none,
  refund: none,
  order_return: none,
  request: none,
};

/**
 * Create an order that is paid, handed to the app, shipped, refunded in part and with one unit to be returned.
 */
export async function createSoldOrder(
  fixture: ConformanceFixture,
  { api, app, merchant }: Installed,
): Promise<SoldIds> {
  const { id, line_items, transactions } = await placeOrder(api, {
    line_items: [{ name: "Rattan tray", price: "10.00", quantity: 2 }],
    transactions: [{ kind: "sale", amount: "20.00" }],
  });
  const line = line_items[0]?.id ?? 0;
  const topic = "fulfillment/single";
  const url = `${app.receiver.url}/fulfill`;
  assertDone(await setFulfillmentUrl(await signInStaff(fixture), app, { topic, url }));
  const { fulfillment_request } = assertDone<{ fulfillment_request: { id: number } }>(
    await merchant.callStore("POST", "/fulfillment_requests.json", {
      fulfillment_request: { app_handle: app.handle, topic, order_ids: [id] },
    }),
  );
  const path = `/3.0/orders/${id}`;
  const { fulfillment } = assertDone<{ fulfillment: { id: number } }>(
    await api.post(`${path}/fulfillments.json`, {}),
  );
  const { refund } = assertDone<{ refund: { id: number } }>(
    await api.post(`${path}/refund.json`, { refund: { amount: "1.00" } }),
  );
  const return_line_items = [{ line_item_id: line, quantity: 1 }];
  const { order_return } = assertDone<{ order_return: { id: number } }>(
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
