import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AnswerOf, operations } from "@souk/contract";
import { type OrdersRig, ordersRig } from "../orders/testing/orders-rig.ts";

type List = AnswerOf<typeof operations.listFulfillments>;
type Fulfillment = List["fulfillments"][number];

let rig: OrdersRig;
/** Two of a first order, one of a second, in the order in which they were made. */
let made: Fulfillment[];

before(async () => {
  rig = await ordersRig();
  const first = await order();
  const second = await order();
  const one = { line_items: [{ id: first.line, quantity: 1 }] };
  made = [
    await send(first.id, { ...one, status: "in_transit" }),
    await send(first.id, one),
    await send(second.id, {}),
  ];
});
after(() => rig.stop());

async function order(): Promise<{ id: number; line: number }> {
  const { id, line_items } = await rig.place({ line_items: [{ name: "Tray", price: "9.00", quantity: 2 }] });
  return { id, line: line_items[0]?.id ?? 0 };
}

async function send(order_id: number, body: object): Promise<Fulfillment> {
  const request = { params: { order_id }, body };
  return (await rig.call<{ fulfillment: Fulfillment }>(operations.createFulfillment, request)).fulfillment;
}

const all = (query: string) => rig.call<List>(operations.listFulfillments, { query });

async function idsOf(query: string): Promise<number[]> {
  const { count } = await rig.call<{ count: number }>(operations.countFulfillments, { query });
  const { fulfillments, total_count } = await all(query);
  assert.deepEqual([count, total_count], [fulfillments.length, fulfillments.length], query);
  return fulfillments.map(({ id }) => id);
}

test("fulfillments are listed across orders as their orders show them, by every filter", async () => {
  assert.deepEqual((await all("")).fulfillments, made);
  const [first, second, third] = made;
  assert.ok(first && second && third);
  const ids = made.map(({ id }) => id);
  const asked: [string, number[]][] = [
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
  for (const [query, found] of asked) assert.deepEqual(await idsOf(query), found, query);
  await assert.rejects(all("status=lost"), { code: "invalid" });
});

test("fulfillments are listed a page at a time, with the fields that are asked for", async () => {
  const page = await all("limit=2&page=2&fields=status");
  assert.deepEqual([page.total_count, page.page_count], [3, 2]);
  assert.deepEqual(page.fulfillments as unknown, [{ id: made[2]?.id, status: "pending" }]);
});

test("the fulfillments of one order are listed, counted and read under it, and under no other", async () => {
  const [first, second, third] = made;
  assert.ok(first && second && third);
  const params = { order_id: first.order_id };
  const listed = await rig.call<List>(operations.listOrderFulfillments, { params });
  assert.deepEqual(listed.fulfillments, [first, second]);
  const counting = { params, query: "status=pending" };
  assert.deepEqual(await rig.call(operations.countOrderFulfillments, counting), { count: 1 });
  const read = (id: number) => rig.call(operations.getFulfillment, { params: { ...params, id } });
  assert.deepEqual(await read(second.id), { fulfillment: second });
  await assert.rejects(read(third.id), { code: "not_found" });
  for (const operation of [operations.listOrderFulfillments, operations.countOrderFulfillments])
    await assert.rejects(rig.call(operation, { params: { order_id: 999_999 } }), { code: "not_found" });
});
