import type { AccessFixture } from "./access-fixture.ts";
import { createCustomer } from "./access-samples-of-customers.ts";

function buildOrderBody(): object {
  return {
    email: "sample@matrix.test",
    inventory_behaviour: "decrement_ignoring_policy",
    line_items: [{ name: "A sample", price: "12.00", quantity: 2 }],
  };
}

/** Build the body of a new order that refers to the store's records in every field that can refer to one. */
async function buildOrderSample(fixture: AccessFixture): Promise<{ body: object }> {
  const { variants, locations } = fixture.store;
  return {
    body: {
      ...buildOrderBody(),
      ...(await buildOwnReferences(fixture)),
      location_id: locations[0]?.id,
      line_items: [{ variant_id: variants[0]?.id, quantity: 1 }],
    },
  };
}

/** Build the fields that refer to a new customer and to a location of the store. */
async function buildOwnReferences(fixture: AccessFixture): Promise<object> {
  const { id: customer_id } = await createCustomer(fixture);
  const location = [{ location_id: fixture.store.locations[0]?.id }];
  return { customer_id, sales_attributions: { location } };
}

/** Create an order for one call. */
export async function createOrderSample(fixture: AccessFixture): Promise<{ params: { id: number } }> {
  const { testPlatform, store, tokens } = fixture;
  const url = `${store.origin}/api/3.0/orders.json`;
  const response = await testPlatform.request(url, {
    method: "POST",
    token: tokens.full,
    json: buildOrderBody(),
  });
  if (response.status !== 200) throw new Error(`orders: ${response.status} ${response.text}`);
  return { params: { id: response.json<{ order: { id: number } }>().order.id } };
}

/** Create an order with a payment, and a record of this order, such as a refund, for one call. */
async function createOrderRecord(fixture: AccessFixture, path: string, body: object) {
  const { testPlatform, store, tokens } = fixture;
  const { params } = await createOrderSample(fixture);
  const post = (subpath: string, json: object) =>
    testPlatform.request(`${store.origin}/api/3.0/orders/${params.id}/${subpath}`, {
      method: "POST",
      token: tokens.full,
      json,
    });
  await post("transactions.json", { kind: "sale", amount: "24.00" });
  const response = await post(path, body);
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${response.text}`);
  const [record] = Object.values(response.json<Record<string, { id: number }>>());
  return { params: { order_id: params.id, id: record?.id ?? 0 } };
}

const createRefund = (fixture: AccessFixture) =>
  createOrderRecord(fixture, "refund.json", { amount: "5.00" });
const createPendingTransaction = (fixture: AccessFixture) =>
  createOrderRecord(fixture, "transactions.json", { kind: "sale", amount: "1.00", status: "pending" });
const toOrderParams = async (sample: Promise<{ params: { order_id: number } }>) => ({
  params: { order_id: (await sample).params.order_id },
});

/** Create an order without fulfillments. */
async function createUnfulfilledOrder(fixture: AccessFixture): Promise<{ params: { order_id: number } }> {
  return { params: { order_id: (await createOrderSample(fixture)).params.id } };
}

interface CreatedFulfillment {
  params: { order_id: number; id: number };
  line_items: { id: number }[];
}

/** Create a fulfillment of all units of an order for one call. */
export async function createFulfillment(fixture: AccessFixture): Promise<CreatedFulfillment> {
  const { testPlatform, store, tokens } = fixture;
  const { params } = await createUnfulfilledOrder(fixture);
  const url = `${store.origin}/api/3.0/orders/${params.order_id}/fulfillments.json`;
  const response = await testPlatform.request(url, { method: "POST", token: tokens.full, json: {} });
  if (response.status !== 200) throw new Error(`fulfillments: ${response.status} ${response.text}`);
  const { id, line_items } = response.json<{ fulfillment: { id: number; line_items: { id: number }[] } }>()
    .fulfillment;
  return { params: { ...params, id }, line_items };
}

async function createFulfillmentSample(fixture: AccessFixture): Promise<Pick<CreatedFulfillment, "params">> {
  return { params: (await createFulfillment(fixture)).params };
}

/** Sample calls of the operations for orders and their fulfillments. */
export const orderSamples = {
  "orders.list": () => ({}),
  "orders.count": () => ({}),
  "orders.create": buildOrderSample,
  "orders.get": createOrderSample,
  "orders.update": async (fixture: AccessFixture) => ({
    ...(await createOrderSample(fixture)),
    body: { remark: "a sample", ...(await buildOwnReferences(fixture)) },
  }),
  "orders.close": createOrderSample,
  "orders.open": createOrderSample,
  "orders.cancel": async (fixture: AccessFixture) => ({ ...(await createOrderSample(fixture)), body: {} }),
  "orders.delete": createOrderSample,
  "transactions.create": async (fixture: AccessFixture) => ({
    ...(await toOrderParams(createPendingTransaction(fixture))),
    body: { kind: "sale", amount: "1.00" },
  }),
  "transactions.list": (fixture: AccessFixture) => toOrderParams(createPendingTransaction(fixture)),
  "transactions.count": (fixture: AccessFixture) => toOrderParams(createPendingTransaction(fixture)),
  "transactions.get": createPendingTransaction,
  "transactions.update": async (fixture: AccessFixture) => ({
    ...(await createPendingTransaction(fixture)),
    body: { status: "success" },
  }),
  "refunds.create": async (fixture: AccessFixture) => ({
    ...(await toOrderParams(createPendingTransaction(fixture))),
    body: { amount: "1.00" },
  }),
  "refunds.list": (fixture: AccessFixture) => toOrderParams(createRefund(fixture)),
  "refunds.count": (fixture: AccessFixture) => toOrderParams(createRefund(fixture)),
  "refunds.get": createRefund,
  "refunds.cancel": async (fixture: AccessFixture) => ({ ...(await createRefund(fixture)), body: {} }),
  "fulfillments.list": () => ({}),
  "fulfillments.count": () => ({}),
  "fulfillments.list_of_order": createUnfulfilledOrder,
  "fulfillments.count_of_order": createUnfulfilledOrder,
  "fulfillments.create": async (fixture: AccessFixture) => ({
    ...(await createUnfulfilledOrder(fixture)),
    body: {},
  }),
  "fulfillments.get": createFulfillmentSample,
  "fulfillments.update": async (fixture: AccessFixture) => ({
    ...(await createFulfillmentSample(fixture)),
    body: { courier: "A sample" },
  }),
  "fulfillments.cancel": createFulfillmentSample,
};
