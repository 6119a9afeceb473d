import type { Ground } from "./access-callers.ts";
import { customer } from "./access-samples-of-customers.ts";

function orderOf(): object {
  return {
    email: "sample@matrix.test",
    inventory_behaviour: "decrement_ignoring_policy",
    line_items: [{ name: "A sample", price: "12.00", quantity: 2 }],
  };
}

/** An order that names what is the shop's own wherever one can. */
async function namingOrder(ground: Ground): Promise<{ body: object }> {
  const { variants, locations } = ground.shop;
  const [variant_id, location_id] = [variants[0]?.id, locations[0]?.id];
  return {
    body: {
      ...orderOf(),
      ...(await ofOwn(ground)),
      location_id,
      line_items: [{ variant_id, quantity: 1 }],
    },
  };
}

/** Whose an order is and where it was sold, named by the shop's own ids. */
async function ofOwn(ground: Ground): Promise<object> {
  const { id: customer_id } = await customer(ground);
  const location = [{ location_id: ground.shop.locations[0]?.id }];
  return { customer_id, sales_attributions: { location } };
}

/** An order made for one call. */
export async function order(ground: Ground): Promise<{ params: { id: number } }> {
  const { testing, shop, tokens } = ground;
  const url = `${shop.origin}/api/3.0/orders.json`;
  const answer = await testing.request(url, { method: "POST", token: tokens.full, json: orderOf() });
  if (answer.status !== 200) throw new Error(`orders: ${answer.status} ${answer.text}`);
  return { params: { id: answer.json<{ order: { id: number } }>().order.id } };
}

/** Something of an order made for one call. */
async function partOf(ground: Ground, path: string, body: object) {
  const { testing, shop, tokens } = ground;
  const { params } = await order(ground);
  const post = (below: string, json: object) =>
    testing.request(`${shop.origin}/api/3.0/orders/${params.id}/${below}`, {
      method: "POST",
      token: tokens.full,
      json,
    });
  await post("transactions.json", { kind: "sale", amount: "24.00" });
  const answer = await post(path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  const [part] = Object.values(answer.json<Record<string, { id: number }>>());
  return { params: { order_id: params.id, id: part?.id ?? 0 } };
}

const refundOf = (ground: Ground) => partOf(ground, "refund.json", { amount: "5.00" });
const promiseOf = (ground: Ground) =>
  partOf(ground, "transactions.json", { kind: "sale", amount: "1.00", status: "pending" });
const ofOrder = async (sample: Promise<{ params: { order_id: number } }>) => ({
  params: { order_id: (await sample).params.order_id },
});

/** An order that can be sent. */
async function unsent(ground: Ground): Promise<{ params: { order_id: number } }> {
  return { params: { order_id: (await order(ground)).params.id } };
}

interface SentOrder {
  params: { order_id: number; id: number };
  line_items: { id: number }[];
}

/** A fulfillment made for one call, of all units of an order. */
export async function fulfillment(ground: Ground): Promise<SentOrder> {
  const { testing, shop, tokens } = ground;
  const { params } = await unsent(ground);
  const url = `${shop.origin}/api/3.0/orders/${params.order_id}/fulfillments.json`;
  const answer = await testing.request(url, { method: "POST", token: tokens.full, json: {} });
  if (answer.status !== 200) throw new Error(`fulfillments: ${answer.status} ${answer.text}`);
  const { id, line_items } = answer.json<{ fulfillment: { id: number; line_items: { id: number }[] } }>()
    .fulfillment;
  return { params: { ...params, id }, line_items };
}

async function sent(ground: Ground): Promise<Pick<SentOrder, "params">> {
  return { params: (await fulfillment(ground)).params };
}

/** How the operations of orders and their fulfillments are called. */
export const orderSamples = {
  "orders.list": () => ({}),
  "orders.count": () => ({}),
  "orders.create": namingOrder,
  "orders.get": order,
  "orders.update": async (ground: Ground) => ({
    ...(await order(ground)),
    body: { remark: "a sample", ...(await ofOwn(ground)) },
  }),
  "orders.close": order,
  "orders.open": order,
  "orders.cancel": async (ground: Ground) => ({ ...(await order(ground)), body: {} }),
  "orders.delete": order,
  "transactions.create": async (ground: Ground) => ({
    ...(await ofOrder(promiseOf(ground))),
    body: { kind: "sale", amount: "1.00" },
  }),
  "transactions.list": (ground: Ground) => ofOrder(promiseOf(ground)),
  "transactions.count": (ground: Ground) => ofOrder(promiseOf(ground)),
  "transactions.get": promiseOf,
  "transactions.update": async (ground: Ground) => ({
    ...(await promiseOf(ground)),
    body: { status: "success" },
  }),
  "refunds.create": async (ground: Ground) => ({
    ...(await ofOrder(promiseOf(ground))),
    body: { amount: "1.00" },
  }),
  "refunds.list": (ground: Ground) => ofOrder(refundOf(ground)),
  "refunds.count": (ground: Ground) => ofOrder(refundOf(ground)),
  "refunds.get": refundOf,
  "refunds.cancel": async (ground: Ground) => ({ ...(await refundOf(ground)), body: {} }),
  "fulfillments.list": () => ({}),
  "fulfillments.count": () => ({}),
  "fulfillments.list_of_order": unsent,
  "fulfillments.count_of_order": unsent,
  "fulfillments.create": async (ground: Ground) => ({ ...(await unsent(ground)), body: {} }),
  "fulfillments.get": sent,
  "fulfillments.update": async (ground: Ground) => ({
    ...(await sent(ground)),
    body: { courier: "A sample" },
  }),
  "fulfillments.cancel": sent,
};
