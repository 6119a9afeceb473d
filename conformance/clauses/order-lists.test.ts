import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Answer } from "@souk/testkit";
import { assertDone, assertNamesFields } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { createVariant, installOrderApp, type Order, placeOrder } from "../orders.ts";
import { loadLocations, setStock } from "../stock.ts";
import type { StoreApi } from "../store-api.ts";

interface OrderList {
  orders: Order[];
  total_count: number;
  page_count: number;
  page: number;
  limit: number;
}

/** An order of the store, and the changes made to it before the next one is placed. */
interface Seed {
  fields: object;
  become?: (order: Order) => Promise<Answer>;
}

let fixture: ConformanceFixture;
let api: StoreApi;
let placed: Order[];
let customer_id: number;
/** The store's location, and its second one. */
let places: { first: number; second: number };

const something = (quantity: number) => [{ name: "Something", price: "10.00", quantity }];
const paid = (amount: string) => ({ transactions: [{ kind: "sale", amount }] });

/** @param rare a variant that the second location alone has */
function seeds(rare: number): Seed[] {
  const step = (path: string, body: (order: Order) => object) => (order: Order) =>
    api.post(`/3.0/orders/${order.id}/${path}.json`, body(order));
  const nothing = () => ({});
  return [
    { fields: { source_name: "market", ...paid("10.00") }, become: step("fulfillments", nothing) },
    { fields: { source_name: "market", ...paid("10.00"), customer_id } },
    { fields: paid("4.00"), become: step("close", nothing) },
    {
      fields: { line_items: something(2), tags: ["gift"] },
      become: step("fulfillments", ({ line_items: [line] }) => ({
        line_items: [{ id: line?.id, quantity: 1 }],
      })),
    },
    { fields: {}, become: step("cancel", nothing) },
    { fields: { location_id: places.second } },
    { fields: { line_items: [{ variant_id: rare, quantity: 1 }] } },
  ];
}

before(async () => {
  fixture = await createConformanceFixture();
  ({ api } = await installOrderApp(fixture, ["write_locations"]));
  const { location } = assertDone<{ location: { id: number } }>(
    await api.post("/3.0/locations.json", { location: { name: "Annexe" } }),
  );
  places = { first: (await loadLocations(api)).primary.id, second: location.id };
  const { customer } = assertDone<{ customer: { id: number } }>(
    await api.post("/3.0/customers.json", { customer: { first_name: "Mei" } }),
  );
  customer_id = customer.id;
  const rare = await createVariant(api, 0);
  await setStock(api, rare, { location_id: places.second, quantity: 1 });
  placed = [];
  for (const [at, { fields, become }] of seeds(rare).entries()) {
    const order = await placeOrder(api, {
      line_items: something(1),
      email: `buyer${at}@kedai.test`,
      source_name: "pos",
      processed_at: `2026-10-0${at + 1}T08:00:00+08:00`,
      ...fields,
    });
    if (become) assertDone(await become(order));
    placed.push(order);
  }
});
after(() => fixture.close());

const list = async (query: string): Promise<OrderList> =>
  assertDone<OrderList>(await api.get(`/3.0/orders.json?${query}`));
const getIds = (orders: readonly Order[]) => orders.map(({ id }) => id);

async function found(query: string): Promise<number[]> {
  const { orders } = await list(`sort=id.asc&${query}`);
  const { count } = assertDone<{ count: number }>(await api.get(`/3.0/orders/count.json?${query}`));
  assert.equal(count, orders.length, `count.json?${query}`);
  return getIds(orders);
}

test("ORD-1: orders are filtered by their states, channel, customer, location, tags and words", async () => {
  const ids = getIds(placed);
  const cases: readonly (readonly [query: string, orders: readonly number[]])[] = [
    ["", [0, 1, 2, 3, 4, 5, 6]],
    ["financial_status=paid", [0, 1]],
    ["financial_status=paid,partially_paid", [0, 1, 2]],
    ["fulfillment_status=fulfilled", [0]],
    ["fulfillment_status=partially_fulfilled", [3]],
    ["fulfillment_status=fulfilled,unfulfilled", [0, 1, 2, 4, 5, 6]],
    ["status=any", [0, 1, 2, 3, 4, 5, 6]],
    ["status=open", [0, 1, 3, 5, 6]],
    ["status=closed", [2]],
    ["status=cancelled", [4]],
    ["source_name=market", [0, 1]],
    [`customer_id=${customer_id}`, [1]],
    // Where it was sold, or a part of it is shipped from.
    [`location_id=${places.first}`, [0, 1, 2, 3, 4]],
    [`location_id=${places.second}`, [5, 6]],
    ["tags=gift,other", [3]],
    ["query=buyer3", [3]],
    [`query=${placed[4]?.number}`, [4]],
    [`ids=${ids[1]},${ids[5]}`, [1, 5]],
    ["status=open&financial_status=paid&fulfillment_status=unfulfilled", [1]],
  ];
  for (const [query, orders] of cases)
    assert.deepEqual(
      await found(query),
      orders.map((index) => ids[index]),
      query,
    );
  assertNamesFields(await api.get("/3.0/orders.json?financial_status=settled"), "financial_status");
});

test("ORD-1: orders are paged, and the last change comes first unless a sort is sent", async () => {
  const first = await list("limit=3");
  assert.deepEqual([first.page, first.limit, first.total_count, first.page_count], [1, 3, 7, 3]);
  assert.deepEqual(getIds(first.orders), getIds(placed).toReversed().slice(0, 3));
  assert.deepEqual(
    getIds((await list("sort=processed_at.asc&limit=2&page=2")).orders),
    getIds(placed).slice(2, 4),
  );
});

test("LST-4: sort=id.asc gives orders in a stable order, whatever changes", async () => {
  const walked: number[] = [];
  for (let page = 1, last = false; !last; page++) {
    const { orders, ...envelope } = await list(`sort=id.asc&limit=3&page=${page}`);
    walked.push(...getIds(orders));
    last = envelope.page === envelope.page_count;
    assertDone(await api.put(`/3.0/orders/${placed[0]?.id}.json`, { order: { remark: `walk ${page}` } }));
  }
  assert.deepEqual(walked, getIds(placed));
});

test("LST-5: since_id is inclusive on orders", async () => {
  assert.deepEqual(await found(`since_id=${placed[5]?.id}`), getIds(placed).slice(5));
});

test("LST-7: order updated_at_min and updated_at_max use store-local time despite offsets", async () => {
  const [order] = (await list("limit=1")).orders;
  assert.ok(order);
  const wall = order.updated_at.slice(0, 23);
  const shifted = (ms: number) => new Date(Date.parse(`${wall}Z`) + ms).toISOString().slice(0, 23);
  const has = async (filter: string) => (await found(filter)).includes(order.id);
  for (const offset of ["", "+08:00", "+00:00", "-07:00"]) {
    const sent = (time: string) => encodeURIComponent(`${time}${offset}`);
    assert.ok(await has(`updated_at_min=${sent(wall)}`), `min, ${offset}`);
    assert.ok(await has(`updated_at_max=${sent(wall)}`), `max, ${offset}`);
    assert.ok(!(await has(`updated_at_min=${sent(shifted(1))}`)), `min just after, ${offset}`);
    assert.ok(!(await has(`updated_at_max=${sent(shifted(-1))}`)), `max just before, ${offset}`);
  }
});

test("LST-8: order created_at_min and created_at_max filter by the processed time", async () => {
  const ids = getIds(placed);
  const at = (text: string) => encodeURIComponent(text);
  for (const name of ["created_at", "processed_at"]) {
    assert.deepEqual(await found(`${name}_min=${at("2026-10-03T08:00:00+08:00")}`), ids.slice(2));
    assert.deepEqual(await found(`${name}_max=${at("2026-10-03T00:00:00Z")}`), ids.slice(0, 3));
    assert.deepEqual(await found(`${name}_min=${at("2026-10-03T00:00:00.001Z")}`), ids.slice(3));
  }
});

/**
 * Return every list of orders and of what belongs to them, each with an order of its own in it, with two of everything.
 */
async function everyList(): Promise<string[]> {
  const { id, line_items } = await placeOrder(api, { line_items: something(2), ...paid("15.00") });
  const path = `/3.0/orders/${id}`;
  const one = [{ id: line_items[0]?.id, quantity: 1 }];
  const return_line_items = [{ line_item_id: line_items[0]?.id, quantity: 1 }];
  assertDone(await api.post(`${path}/transactions.json`, { transaction: { kind: "sale", amount: "5.00" } }));
  for (let time = 0; time < 2; time++) {
    assertDone(await api.post(`${path}/fulfillments.json`, { fulfillment: { line_items: one } }));
    assertDone(await api.post(`${path}/refund.json`, { refund: { amount: "1.00" } }));
    assertDone(await api.post(`/4.0/orders/${id}/returns.json`, { order_return: { return_line_items } }));
  }
  const ofOrder = ["transactions", "fulfillments", "refunds"].map((name) => `${path}/${name}.json`);
  return ["/3.0/orders.json", "/3.0/fulfillments.json", "/4.0/returns.json", ...ofOrder];
}

interface Page {
  total_count: number;
  page_count: number;
  page: number;
}

test("LST-3 and LST-6: for orders a page past the last is the last; unreadable dates only warn", async () => {
  for (const path of await everyList()) {
    const read = async (query: string) =>
      assertDone<Page>(await api.get(`${path}?sort=id.asc&limit=1${query}`));
    const first = await read("");
    assert.ok(first.page_count === first.total_count && first.page_count > 1, path);
    const last = await read(`&page=${first.page_count}`);
    assert.equal(last.page, first.page_count, path);
    for (const page of [first.page_count + 1, 9_007_199_254_740_991])
      assert.deepEqual(await read(`&page=${page}`), last, `${path}, page ${page}`);
    for (const name of ["updated_at_min", "updated_at_max", "created_at_min", "created_at_max"]) {
      const answer = await api.get(`${path}?sort=id.asc&limit=1&${name}=last%20week`);
      assert.deepEqual(assertDone(answer), first, `${path}, ${name}`);
      assert.equal(answer.headers["service-warning"], `ignored parameter "${name}": not a date`);
    }
  }
});
