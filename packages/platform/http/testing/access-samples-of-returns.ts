import type { Ground } from "./access-callers.ts";
import { fulfillment } from "./access-samples-of-orders.ts";

/** An order made for one call, whose units have all been sent. */
async function sentOrder(ground: Ground): Promise<{ params: { order_id: number }; body: object }> {
  const { params, line_items } = await fulfillment(ground);
  const body = { return_line_items: line_items.map(({ id }) => ({ line_item_id: id, quantity: 1 })) };
  return { params: { order_id: params.order_id }, body };
}

/** A return made for one call. */
async function orderReturn(ground: Ground): Promise<{ params: { id: number } }> {
  const { testing, shop, tokens } = ground;
  const { params, body } = await sentOrder(ground);
  const url = `${shop.origin}/api/4.0/orders/${params.order_id}/returns.json`;
  const answer = await testing.request(url, { method: "POST", token: tokens.full, json: body });
  if (answer.status !== 200) throw new Error(`returns: ${answer.status} ${answer.text}`);
  return { params: { id: answer.json<{ order_return: { id: number } }>().order_return.id } };
}

/** How the operations of returns are called. */
export const returnSamples = {
  "returns.list": () => ({}),
  "returns.count": () => ({}),
  "returns.create": sentOrder,
  "returns.get": orderReturn,
  "returns.update": async (ground: Ground) => ({
    ...(await orderReturn(ground)),
    body: { note: "a sample" },
  }),
  "returns.accept": orderReturn,
  "returns.complete": async (ground: Ground) => {
    const { params } = await orderReturn(ground);
    const { testing, shop } = ground;
    const text = "update order_returns set status = 'accepted' where store_id = $1 and id = $2";
    await testing.database.query(text, [shop.id, params.id]);
    return { params };
  },
  "returns.cancel": orderReturn,
};
