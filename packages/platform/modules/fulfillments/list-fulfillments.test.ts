import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type OperationResponse, operations } from "@souk/contract";
import { createOrdersFixture, type OrdersFixture } from "../orders/testing/orders-fixture.ts";

type List = OperationResponse<typeof operations.listFulfillments>;
type Fulfillment = List["fulfillments"][number];

let fixture: OrdersFixture;
/** Two fulfillments of a first order, then one of a second order, sorted by id. */
let createdFulfillments: Fulfillment[];

before(async () => {
  fixture = await createOrdersFixture();
  const firstOrder = await placeOrder();
  const secondOrder = await placeOrder();
  const oneUnit = { line_items: [{ id: firstOrder.line, quantity: 1 }] };
  createdFulfillments = [
    await createFulfillment(firstOrder.id, { ...oneUnit, status: "in_transit" }),
    await createFulfillment(firstOrder.id, oneUnit),
    await createFulfillment(secondOrder.id, {}),
  ];
});
after(() => fixture.stop());

async function placeOrder(): Promise<{ id: number; line: number }> {
  const { id, line_items } = await fixture.placeOrder({
    line_items: [{ name: "Tray", price: "9.00", quantity: 2 }],
  });
  return { id, line: line_items[0]?.id ?? 0 };
}

async function createFulfillment(order_id: number, body: object): Promise<Fulfillment> {
  const request = { params: { order_id }, body };
  return (await fixture.call<{ fulfillment: Fulfillment }>(operations.createFulfillment, request))
    .fulfillment;
}

const list = (query: string) => fixture.call<List>(operations.listFulfillments, { query });

async function listIds(query: string): Promise<number[]> {
  const { count } = await fixture.call<{ count: number }>(operations.countFulfillments, { query });
  const { fulfillments, total_count } = await list(query);
  assert.deepEqual([count, total_count], [fulfillments.length, fulfillments.length], query);
  return fulfillments.map(({ id }) => id);
}

test("the list of all orders' fulfillments can be filtered and sorted", async () => {
  assert.deepEqual((await list("")).fulfillments, createdFulfillments);
  const [first, second, third] = createdFulfillments;
  assert.ok(first && second && third);
  const ids = createdFulfillments.map(({ id }) => id);
  const cases: [string, number[]][] = [
    [`order_id=${first.order_id}`, [first.id, second.id]],
    [`ids=${first.id},${third.id}`, [first.id, third.id]],
    [`since_id=${second.id}`, [second.id, third.id]],
    ["status=in_transit", [first.id]],
    ["status=in_transit,pending&sort=id.desc", ids.toReversed()],
    ["sort=updated_at.desc", ids.toReversed()],
    ["sort=created_at.asc", ids],
    [`updated_at_min=${encodeURIComponent(third.updated_at)}`, [third.id]],
    [`created_at_max=${encodeURIComponent(first.created_at)}`, [first.id]],
    ["created_at_min=2099-01-01", []],
  ];
  for (const [query, expectedIds] of cases) assert.deepEqual(await listIds(query), expectedIds, query);
  await assert.rejects(list("status=lost"), { code: "invalid" });
});

test("fulfillments are listed in pages with the requested fields", async () => {
  const page = await list("limit=2&page=2&fields=status");
  assert.deepEqual([page.total_count, page.page_count], [3, 2]);
  assert.deepEqual(page.fulfillments as unknown, [{ id: createdFulfillments[2]?.id, status: "pending" }]);
});

test("the fulfillment URLs of an order list, count and return only the fulfillments of that order", async () => {
  const [first, second, third] = createdFulfillments;
  assert.ok(first && second && third);
  const params = { order_id: first.order_id };
  const orderList = await fixture.call<List>(operations.listOrderFulfillments, { params });
  assert.deepEqual(orderList.fulfillments, [first, second]);
  const countRequest = { params, query: "status=pending" };
  assert.deepEqual(await fixture.call(operations.countOrderFulfillments, countRequest), { count: 1 });
  const getFulfillment = (id: number) =>
    fixture.call(operations.getFulfillment, { params: { ...params, id } });
  assert.deepEqual(await getFulfillment(second.id), { fulfillment: second });
  await assert.rejects(getFulfillment(third.id), { code: "not_found" });
  for (const operation of [operations.listOrderFulfillments, operations.countOrderFulfillments])
    await assert.rejects(fixture.call(operation, { params: { order_id: 999_999 } }), { code: "not_found" });
});
