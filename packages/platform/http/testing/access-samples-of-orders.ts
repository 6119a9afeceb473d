import type { AccessFixture } from "./access-fixture.ts";
import { customer } from "./access-samples-of-customers.ts";

function buildOrderBody(): object {
  return {
    email: "sample@matrix.test",
    inventory_behaviour: "decrement_ignoring_policy",
    line_items: [{ name: "A sample", price: "12.00", quantity: 2 }],
  };
}

/** Build an order that names the store's own records wherever one can. */
async function namingOrder(fixture: AccessFixture): Promise<{ body: object }> {
  const { variants, locations } = fixture.store;
  const [variant_id, location_id] = [variants[0]?.id, locations[0]?.id];
  return {
    body: {
      ...buildOrderBody(),
      ...(await ofOwn(fixture)),
      location_id,
      line_items: [{ variant_id, quantity: 1 }],
    },
  };
}

/** Build an order's customer and source from the store's own ids. */
async function ofOwn(fixture: AccessFixture): Promise<object> {
  const { id: customer_id } = await customer(fixture);
  const location = [{ location_id: fixture.store.locations[0]?.id }];
  return { customer_id, sales_attributions: { location } };
}

/** Create an order for one call. */
export async function order(fixture: AccessFixture): Promise<{ params: { id: number } }> {
  const { testing, store, tokens } = fixture;
  const url = `${store.origin}/api/3.0/orders.json`;
  const answer = await testing.request(url, { method: "POST", token: tokens.full, json: buildOrderBody() });
  if (answer.status !== 200) throw new Error(`orders: ${answer.status} ${answer.text}`);
  return { params: { id: answer.json<{ order: { id: number } }>().order.id } };
}

/** Create a record of an order for one call. */
async function createOrderPart(fixture: AccessFixture, path: string, body: object) {
  const { testing, store, tokens } = fixture;
  const { params } = await order(fixture);
  const post = (below: string, json: object) =>
    testing.request(`${store.origin}/api/3.0/orders/${params.id}/${below}`, {
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

const createRefund = (fixture: AccessFixture) => createOrderPart(fixture, "refund.json", { amount: "5.00" });
const createPendingTransaction = (fixture: AccessFixture) =>
  createOrderPart(fixture, "transactions.json", { kind: "sale", amount: "1.00", status: "pending" });
const ofOrder = async (sample: Promise<{ params: { order_id: number } }>) => ({
  params: { order_id: (await sample).params.order_id },
});

/** Create an order that can be fulfilled. */
async function unsent(fixture: AccessFixture): Promise<{ params: { order_id: number } }> {
  return { params: { order_id: (await order(fixture)).params.id } };
}

interface SentOrder {
  params: { order_id: number; id: number };
  line_items: { id: number }[];
}

/** Create a fulfillment of all units of an order for one call. */
export async function fulfillment(fixture: AccessFixture): Promise<SentOrder> {
  const { testing, store, tokens } = fixture;
  const { params } = await unsent(fixture);
  const url = `${store.origin}/api/3.0/orders/${params.order_id}/fulfillments.json`;
  const answer = await testing.request(url, { method: "POST", token: tokens.full, json: {} });
  if (answer.status !== 200) throw new Error(`fulfillments: ${answer.status} ${answer.text}`);
  const { id, line_items } = answer.json<{ fulfillment: { id: number; line_items: { id: number }[] } }>()
    .fulfillment;
  return { params: { ...params, id }, line_items };
}

async function sent(fixture: AccessFixture): Promise<Pick<SentOrder, "params">> {
  return { params: (await fulfillment(fixture)).params };
}

/** Sample calls of the operations of orders and their fulfillments. */
export const orderSamples = {
  "orders.list": () => ({}),
  "orders.count": () => ({}),
  "orders.create": namingOrder,
  "orders.get": order,
  "orders.update": async (fixture: AccessFixture) => ({
    ...(await order(fixture)),
    body: { remark: "a sample", ...(await ofOwn(fixture)) },
  }),
  "orders.close": order,
  "orders.open": order,
  "orders.cancel": async (fixture: AccessFixture) => ({ ...(await order(fixture)), body: {} }),
  "orders.delete": order,
  "transactions.create": async (fixture: AccessFixture) => ({
    ...(await ofOrder(createPendingTransaction(fixture))),
    body: { kind: "sale", amount: "1.00" },
  }),
  "transactions.list": (fixture: AccessFixture) => ofOrder(createPendingTransaction(fixture)),
  "transactions.count": (fixture: AccessFixture) => ofOrder(createPendingTransaction(fixture)),
  "transactions.get": createPendingTransaction,
  "transactions.update": async (fixture: AccessFixture) => ({
    ...(await createPendingTransaction(fixture)),
    body: { status: "success" },
  }),
  "refunds.create": async (fixture: AccessFixture) => ({
    ...(await ofOrder(createPendingTransaction(fixture))),
    body: { amount: "1.00" },
  }),
  "refunds.list": (fixture: AccessFixture) => ofOrder(createRefund(fixture)),
  "refunds.count": (fixture: AccessFixture) => ofOrder(createRefund(fixture)),
  "refunds.get": createRefund,
  "refunds.cancel": async (fixture: AccessFixture) => ({ ...(await createRefund(fixture)), body: {} }),
  "fulfillments.list": () => ({}),
  "fulfillments.count": () => ({}),
  "fulfillments.list_of_order": unsent,
  "fulfillments.count_of_order": unsent,
  "fulfillments.create": async (fixture: AccessFixture) => ({ ...(await unsent(fixture)), body: {} }),
  "fulfillments.get": sent,
  "fulfillments.update": async (fixture: AccessFixture) => ({
    ...(await sent(fixture)),
    body: { courier: "A sample" },
  }),
  "fulfillments.cancel": sent,
};
