import type { AccessFixture } from "./access-fixture.ts";
import { createFulfillment } from "./access-samples-of-orders.ts";

/** Create a completely fulfilled order for one call, with the body that returns one unit of each line. */
async function createFulfilledOrder(
  fixture: AccessFixture,
): Promise<{ params: { order_id: number }; body: object }> {
  const { params, line_items } = await createFulfillment(fixture);
  const body = { return_line_items: line_items.map(({ id }) => ({ line_item_id: id, quantity: 1 })) };
  return { params: { order_id: params.order_id }, body };
}

/** Create a return for one call. */
async function createReturnSample(fixture: AccessFixture): Promise<{ params: { id: number } }> {
  const { testPlatform, store, tokens } = fixture;
  const { params, body } = await createFulfilledOrder(fixture);
  const url = `${store.origin}/api/4.0/orders/${params.order_id}/returns.json`;
  const response = await testPlatform.request(url, { method: "POST", token: tokens.full, json: body });
  if (response.status !== 200) throw new Error(`returns: ${response.status} ${response.text}`);
  return { params: { id: response.json<{ order_return: { id: number } }>().order_return.id } };
}

/** Sample calls of the operations for returns. */
export const returnSamples = {
  "returns.list": () => ({}),
  "returns.count": () => ({}),
  "returns.create": createFulfilledOrder,
  "returns.get": createReturnSample,
  "returns.update": async (fixture: AccessFixture) => ({
    ...(await createReturnSample(fixture)),
    body: { note: "a sample" },
  }),
  "returns.accept": createReturnSample,
  "returns.complete": async (fixture: AccessFixture) => {
    const { params } = await createReturnSample(fixture);
    const { testPlatform, store } = fixture;
    const text = "update order_returns set status = 'accepted' where store_id = $1 and id = $2";
    await testPlatform.database.query(text, [store.id, params.id]);
    return { params };
  },
  "returns.cancel": createReturnSample,
};
