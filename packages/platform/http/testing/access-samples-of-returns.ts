import type { AccessFixture } from "./access-fixture.ts";
import { fulfillment } from "./access-samples-of-orders.ts";

/** Create an order for one call, whose units have all been fulfilled. */
async function sentOrder(fixture: AccessFixture): Promise<{ params: { order_id: number }; body: object }> {
  const { params, line_items } = await fulfillment(fixture);
  const body = { return_line_items: line_items.map(({ id }) => ({ line_item_id: id, quantity: 1 })) };
  return { params: { order_id: params.order_id }, body };
}

/** Create a return for one call. */
async function orderReturn(fixture: AccessFixture): Promise<{ params: { id: number } }> {
  const { testing, store, tokens } = fixture;
  const { params, body } = await sentOrder(fixture);
  const url = `${store.origin}/api/4.0/orders/${params.order_id}/returns.json`;
  const answer = await testing.request(url, { method: "POST", token: tokens.full, json: body });
  if (answer.status !== 200) throw new Error(`returns: ${answer.status} ${answer.text}`);
  return { params: { id: answer.json<{ order_return: { id: number } }>().order_return.id } };
}

/** Sample calls of the operations of returns. */
export const returnSamples = {
  "returns.list": () => ({}),
  "returns.count": () => ({}),
  "returns.create": sentOrder,
  "returns.get": orderReturn,
  "returns.update": async (fixture: AccessFixture) => ({
    ...(await orderReturn(fixture)),
    body: { note: "a sample" },
  }),
  "returns.accept": orderReturn,
  "returns.complete": async (fixture: AccessFixture) => {
    const { params } = await orderReturn(fixture);
    const { testing, store } = fixture;
    const text = "update order_returns set status = 'accepted' where store_id = $1 and id = $2";
    await testing.database.query(text, [store.id, params.id]);
    return { params };
  },
  "returns.cancel": orderReturn,
};
