import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { assertInvalidFields, assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import type { InstalledApp } from "../installing.ts";
import { createVariant, installOrderApp, type Order, placeOrder, readOrder } from "../orders.ts";
import { loadLevels, loadLocations } from "../stock.ts";
import type { StoreApi } from "../store-api.ts";
import { listReceivedWebhooks, matchTopic, parsePayload, subscribe } from "../webhooks.ts";

interface OrderReturn {
  id: number;
  order_id: number;
  status: string;
  note: string;
  refund_id: number | null;
  return_line_items: {
    line_item_id: number;
    quantity: number;
    reason: string;
    restock: boolean;
    location_id: number;
  }[];
}

/** An order whose units were all fulfilled. */
interface FulfilledOrder {
  order: Order;
  variantId: number;
  lineItemId: number;
}

/** The topics of returns, without their prefix `order_returns/`. */
const topics = ["created", "accepted", "updated", "completed", "cancelled"] as const;
const stockTopic = "inventory_level/inventory_quantity_update";

let fixture: ConformanceFixture;
let installedApp: InstalledApp;
let api: StoreApi;

before(async () => {
  fixture = await createConformanceFixture();
  installedApp = await installOrderApp(fixture, ["read_tags"]);
  ({ api } = installedApp);
  for (const topic of topics) await subscribe(installedApp, `order_returns/${topic}`);
  await subscribe(installedApp, stockTopic);
});
after(() => fixture.close());

async function createFulfilledOrder(quantity: number): Promise<FulfilledOrder> {
  const variantId = await createVariant(api, quantity);
  const order = await placeOrder(api, { line_items: [{ variant_id: variantId, quantity }] });
  assertOk(await api.post(`/3.0/orders/${order.id}/fulfillments.json`, { fulfillment: {} }));
  return { order, variantId, lineItemId: order.line_items[0]?.id ?? assert.fail() };
}

const postReturn = (orderId: number, order_return: object) =>
  api.post(`/4.0/orders/${orderId}/returns.json`, { order_return });
const postStep = (id: number, name: string) => api.post(`/4.0/returns/${id}/${name}.json`, {});
const parseReturn = (response: Awaited<ReturnType<typeof postReturn>>) =>
  assertOk<{ order_return: OrderReturn }>(response).order_return;

async function createReturn({ order, lineItemId }: FulfilledOrder, quantity: number): Promise<OrderReturn> {
  const return_line_items = [{ line_item_id: lineItemId, quantity }];
  return parseReturn(await postReturn(order.id, { return_line_items }));
}

/** Return the available quantity of a variant, after checking that none of its units are committed. */
async function readAvailableQuantity(variantId: number): Promise<number | undefined> {
  const [level] = await loadLevels(api, variantId);
  assert.equal(level?.committed_inventory_quantity, 0);
  return level?.inventory_quantity;
}

test("API-5: a resource that exists in only one API version is not found in the other", async () => {
  const { primary } = await loadLocations(api);
  const pathsOnlyIn40 = [
    `inventory_levels.json?location_ids=${primary.id}`,
    "fulfillment_requests.json",
    "returns.json",
    "tags.json",
  ];
  for (const path of [...pathsOnlyIn40, "customers.json"]) assertOk(await api.get(`/4.0/${path}`));
  for (const path of pathsOnlyIn40) assertRejected(await api.get(`/3.0/${path}`), 404, "not_found");
  for (const path of [
    "products.json",
    "orders.json",
    "fulfillments.json",
    "locations.json",
    "webhooks.json",
  ]) {
    assertOk(await api.get(`/3.0/${path}`));
    assertRejected(await api.get(`/4.0/${path}`), 404, "not_found");
  }
});

test("ORD-7: completing a return restocks its units, unless restock is false", async () => {
  const { order, variantId, lineItemId } = await createFulfilledOrder(3);
  const { primary } = await loadLocations(api);
  const returnLine = { line_item_id: lineItemId, quantity: 2, reason: "Too small." };
  const createdReturn = parseReturn(
    await postReturn(order.id, { note: "By post.", return_line_items: [returnLine] }),
  );
  assert.deepEqual(
    [createdReturn.order_id, createdReturn.status, createdReturn.note, createdReturn.refund_id],
    [order.id, "requested", "By post.", null],
  );
  const [item] = createdReturn.return_line_items;
  assert.deepEqual(
    [item?.line_item_id, item?.quantity, item?.reason, item?.restock, item?.location_id],
    [lineItemId, 2, "Too small.", true, primary.id],
  );
  assert.equal(parseReturn(await postStep(createdReturn.id, "accept")).status, "accepted");
  assert.equal(await readAvailableQuantity(variantId), 0);
  assert.equal(parseReturn(await postStep(createdReturn.id, "complete")).status, "completed");
  assert.equal(await readAvailableQuantity(variantId), 2);
  const stockWebhook = await installedApp.app.receiver.waitForRequest(
    (candidate) =>
      matchTopic(stockTopic)(candidate) &&
      isDeepStrictEqual(
        [
          parsePayload<{ variant_id: number }>(candidate).variant_id,
          candidate.headers["service-webhook-context"],
        ],
        [variantId, "order_returns/completed"],
      ),
    10_000,
  );
  assert.equal(parsePayload<{ inventory_quantity: number }>(stockWebhook).inventory_quantity, 2);
  assert.equal((await readOrder(api, order.id)).line_items[0]?.returned_quantity, 2);
  const remainingLine = { line_item_id: lineItemId, quantity: 1, restock: false };
  const secondReturn = parseReturn(await postReturn(order.id, { return_line_items: [remainingLine] }));
  for (const name of ["accept", "complete"]) assertOk(await postStep(secondReturn.id, name));
  assert.equal(await readAvailableQuantity(variantId), 2);
  const currentOrder = (await readOrder(api, order.id)) as Order & { returns: OrderReturn[] };
  assert.deepEqual(
    [currentOrder.fulfillment_status, currentOrder.line_items[0]?.returned_quantity],
    ["returned", 3],
  );
  assert.deepEqual(
    currentOrder.returns.map(({ id, status }) => [id, status]),
    [
      [createdReturn.id, "completed"],
      [secondReturn.id, "completed"],
    ],
  );
});

test("ORD-7: a return can be linked to a refund of its order", async () => {
  const fulfilledOrder = await createFulfilledOrder(1);
  const { id } = fulfilledOrder.order;
  const sale = { transaction: { kind: "sale", amount: "10.00" } };
  assertOk(await api.post(`/3.0/orders/${id}/transactions.json`, sale));
  const { refund } = assertOk<{ refund: { id: number } }>(
    await api.post(`/3.0/orders/${id}/refund.json`, { refund: {} }),
  );
  const createdReturn = await createReturn(fulfilledOrder, 1);
  const setRefundId = (refund_id: number) =>
    api.put(`/4.0/returns/${createdReturn.id}.json`, { order_return: { refund_id } });
  assertInvalidFields(await setRefundId(987_654_321), "refund_id");
  assert.equal(parseReturn(await setRefundId(refund.id)).refund_id, refund.id);
});

test("ORD-7: only fulfilled units that are in no other return can be returned", async () => {
  const fulfilledOrder = await createFulfilledOrder(2);
  const otherVariant = await createVariant(api, 2);
  const twoLineOrder = await placeOrder(api, {
    line_items: [
      { name: "Engraving", price: "1", quantity: 2 },
      { variant_id: otherVariant, quantity: 2 },
    ],
  });
  assertOk(await api.post(`/3.0/orders/${twoLineOrder.id}/fulfillments.json`, { fulfillment: {} }));
  const [firstLine, secondLine] = twoLineOrder.line_items;
  const buildReturn = (...quantities: number[]) => ({
    return_line_items: quantities.map((quantity, index) => ({
      line_item_id: [firstLine, secondLine][index]?.id,
      quantity,
    })),
  });
  assertInvalidFields(await postReturn(twoLineOrder.id, buildReturn(2, 3)), "return_line_items.1.quantity");
  assertInvalidFields(await postReturn(twoLineOrder.id, buildReturn(0)), "return_line_items.0.quantity");
  const returnOfOtherOrder = {
    return_line_items: [{ line_item_id: fulfilledOrder.lineItemId, quantity: 1 }],
  };
  assertInvalidFields(
    await postReturn(twoLineOrder.id, returnOfOtherOrder),
    "return_line_items.0.line_item_id",
  );
  assert.deepEqual(assertOk(await api.get(`/4.0/returns/count.json?order_id=${twoLineOrder.id}`)), {
    count: 0,
  });
  const unfulfilledOrder = await placeOrder(api, {
    line_items: [{ name: "Engraving", price: "1", quantity: 1 }],
  });
  const returnOfUnfulfilled = {
    return_line_items: [{ line_item_id: unfulfilledOrder.line_items[0]?.id, quantity: 1 }],
  };
  assertInvalidFields(
    await postReturn(unfulfilledOrder.id, returnOfUnfulfilled),
    "return_line_items.0.quantity",
  );
  const createdReturn = await createReturn(fulfilledOrder, 1);
  const returnOfTwo = { return_line_items: [{ line_item_id: fulfilledOrder.lineItemId, quantity: 2 }] };
  assertInvalidFields(await postReturn(fulfilledOrder.order.id, returnOfTwo), "return_line_items.0.quantity");
  for (const name of ["accept", "complete"]) assertOk(await postStep(createdReturn.id, name));
  assertInvalidFields(await postReturn(fulfilledOrder.order.id, returnOfTwo), "return_line_items.0.quantity");
  assertRejected(await postReturn(987_654_321, returnOfTwo), 404, "not_found");
});

test("ORD-7: a return allows only the documented status changes", async () => {
  const fulfilledOrder = await createFulfilledOrder(3);
  const assertRejectsSteps = async ({ id }: OrderReturn, ...names: string[]) => {
    const returnBefore = assertOk(await api.get(`/4.0/returns/${id}.json`));
    for (const name of names) assertRejected(await postStep(id, name), 409, "conflict");
    assert.deepEqual(assertOk(await api.get(`/4.0/returns/${id}.json`)), returnBefore);
  };
  const completedReturn = await createReturn(fulfilledOrder, 1);
  await assertRejectsSteps(completedReturn, "complete");
  for (const name of ["accept", "complete"]) assertOk(await postStep(completedReturn.id, name));
  await assertRejectsSteps(completedReturn, "accept", "cancel");
  const canceledReturn = await createReturn(fulfilledOrder, 1);
  assertOk(await postStep(canceledReturn.id, "cancel"));
  await assertRejectsSteps(canceledReturn, "accept", "complete");
  const acceptedReturn = await createReturn(fulfilledOrder, 2);
  assertOk(await postStep(acceptedReturn.id, "accept"));
  const returnOfOne = { return_line_items: [{ line_item_id: fulfilledOrder.lineItemId, quantity: 1 }] };
  const response = await api.put(`/4.0/returns/${acceptedReturn.id}.json`, { order_return: returnOfOne });
  assertRejected(response, 409, "conflict");
  assertOk(await postStep(acceptedReturn.id, "cancel"));
  assert.equal(await readAvailableQuantity(fulfilledOrder.variantId), 1);
  assertRejected(await postStep(987_654_321, "accept"), 404, "not_found");
});

test("ORD-7: concurrent requests to complete a return restock its units only once", async () => {
  const fulfilledOrder = await createFulfilledOrder(4);
  const { id } = await createReturn(fulfilledOrder, 4);
  assertOk(await postStep(id, "accept"));
  const responses = await Promise.all(Array.from({ length: 8 }, () => postStep(id, "complete")));
  for (const response of responses) assert.equal(parseReturn(response).status, "completed");
  assert.equal(await readAvailableQuantity(fulfilledOrder.variantId), 4);
});

// Also covers parts of WHK-9 and WHK-14: the five topics of returns.
test("WHK-10: each step of a return sends one webhook with the same record as the API", async () => {
  const fulfilledOrder = await createFulfilledOrder(2);
  const assertWebhookMatchesApi = async (topic: (typeof topics)[number], order_return: OrderReturn) => {
    const hasTopic = matchTopic(`order_returns/${topic}`);
    const request = await installedApp.app.receiver.waitForRequest(
      (candidate) =>
        hasTopic(candidate) &&
        parsePayload<{ order_return: OrderReturn }>(candidate).order_return.id === order_return.id,
      10_000,
    );
    assert.equal(request.headers["service-webhook-context"], undefined);
    assert.deepEqual(parsePayload(request), { order_return });
    assert.deepEqual(assertOk(await api.get(`/4.0/returns/${order_return.id}.json`)), { order_return });
  };
  const createdReturn = await createReturn(fulfilledOrder, 1);
  await assertWebhookMatchesApi("created", createdReturn);
  const noteChange = { order_return: { note: "By post." } };
  await assertWebhookMatchesApi(
    "updated",
    parseReturn(await api.put(`/4.0/returns/${createdReturn.id}.json`, noteChange)),
  );
  // Repeating a step sends no second webhook.
  assertOk(await api.put(`/4.0/returns/${createdReturn.id}.json`, noteChange));
  await assertWebhookMatchesApi("accepted", parseReturn(await postStep(createdReturn.id, "accept")));
  assertOk(await postStep(createdReturn.id, "accept"));
  await assertWebhookMatchesApi("completed", parseReturn(await postStep(createdReturn.id, "complete")));
  const canceledReturn = await createReturn(fulfilledOrder, 1);
  await assertWebhookMatchesApi("created", canceledReturn);
  await assertWebhookMatchesApi("cancelled", parseReturn(await postStep(canceledReturn.id, "cancel")));
  for (const topic of ["updated", "accepted", "completed"]) {
    const ids = listReceivedWebhooks(installedApp, `order_returns/${topic}`).map(
      (candidate) => parsePayload<{ order_return: OrderReturn }>(candidate).order_return.id,
    );
    assert.equal(ids.filter((id) => id === createdReturn.id).length, 1, topic);
  }
  const list = assertOk<{ order_returns: OrderReturn[] }>(
    await api.get(`/4.0/returns.json?order_id=${fulfilledOrder.order.id}`),
  );
  assert.deepEqual(
    list.order_returns.map(({ id, status }) => [id, status]),
    [
      [createdReturn.id, "completed"],
      [canceledReturn.id, "cancelled"],
    ],
  );
});
