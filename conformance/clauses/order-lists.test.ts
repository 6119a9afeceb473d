import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { HttpResponse } from "@souk/testkit";
import { assertInvalidFields, assertOk } from "../assertions.ts";
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

/** The fields of an order to place, and the change to make before the next order is placed. */
interface OrderSeed {
  fields: object;
  change?: (order: Order) => Promise<HttpResponse>;
}

let fixture: ConformanceFixture;
let api: StoreApi;
let placedOrders: Order[];
let customer_id: number;
/** The ids of the store's two locations. */
let locationIds: { primary: number; second: number };

const buildLineItems = (quantity: number) => [{ name: "Something", price: "10.00", quantity }];
const buildPayment = (amount: string) => ({ transactions: [{ kind: "sale", amount }] });

/** Describe the orders to place in the test store. @param scarceVariantId a variant that only the second location stocks */
function buildSeeds(scarceVariantId: number): OrderSeed[] {
  const createChange = (path: string, buildBody: (order: Order) => object) => (order: Order) =>
    api.post(`/3.0/orders/${order.id}/${path}.json`, buildBody(order));
  const buildEmptyBody = () => ({});
  return [
    {
      fields: { source_name: "market", ...buildPayment("10.00") },
      change: createChange("fulfillments", buildEmptyBody),
    },
    { fields: { source_name: "market", ...buildPayment("10.00"), customer_id } },
    { fields: buildPayment("4.00"), change: createChange("close", buildEmptyBody) },
    {
      fields: { line_items: buildLineItems(2), tags: ["gift"] },
      change: createChange("fulfillments", ({ line_items: [line] }) => ({
        line_items: [{ id: line?.id, quantity: 1 }],
      })),
    },
    { fields: {}, change: createChange("cancel", buildEmptyBody) },
    { fields: { location_id: locationIds.second } },
    { fields: { line_items: [{ variant_id: scarceVariantId, quantity: 1 }] } },
  ];
}

before(async () => {
  fixture = await createConformanceFixture();
  ({ api } = await installOrderApp(fixture, ["write_locations"]));
  const { location } = assertOk<{ location: { id: number } }>(
    await api.post("/3.0/locations.json", { location: { name: "Annexe" } }),
  );
  locationIds = { primary: (await loadLocations(api)).primary.id, second: location.id };
  const { customer } = assertOk<{ customer: { id: number } }>(
    await api.post("/3.0/customers.json", { customer: { first_name: "Mei" } }),
  );
  customer_id = customer.id;
  const scarceVariantId = await createVariant(api, 0);
  await setStock(api, scarceVariantId, { location_id: locationIds.second, quantity: 1 });
  placedOrders = [];
  for (const [index, { fields, change }] of buildSeeds(scarceVariantId).entries()) {
    const order = await placeOrder(api, {
      line_items: buildLineItems(1),
      email: `buyer${index}@kedai.test`,
      source_name: "pos",
      processed_at: `2026-10-0${index + 1}T08:00:00+08:00`,
      ...fields,
    });
    if (change) assertOk(await change(order));
    placedOrders.push(order);
  }
});
after(() => fixture.close());

const listOrders = async (query: string): Promise<OrderList> =>
  assertOk<OrderList>(await api.get(`/3.0/orders.json?${query}`));
const getIds = (orders: readonly Order[]) => orders.map(({ id }) => id);

async function findOrderIds(query: string): Promise<number[]> {
  const { orders } = await listOrders(`sort=id.asc&${query}`);
  const { count } = assertOk<{ count: number }>(await api.get(`/3.0/orders/count.json?${query}`));
  assert.equal(count, orders.length, `count.json?${query}`);
  return getIds(orders);
}

test("ORD-1: orders are filtered by status, source, customer, location, tags and query", async () => {
  const ids = getIds(placedOrders);
  const cases: readonly (readonly [query: string, orderIndexes: readonly number[]])[] = [
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
    // The location where the order was sold or from which a part of it ships.
    [`location_id=${locationIds.primary}`, [0, 1, 2, 3, 4]],
    [`location_id=${locationIds.second}`, [5, 6]],
    ["tags=gift,other", [3]],
    ["query=buyer3", [3]],
    [`query=${placedOrders[4]?.number}`, [4]],
    [`ids=${ids[1]},${ids[5]}`, [1, 5]],
    ["status=open&financial_status=paid&fulfillment_status=unfulfilled", [1]],
  ];
  for (const [query, expectedIndexes] of cases)
    assert.deepEqual(
      await findOrderIds(query),
      expectedIndexes.map((index) => ids[index]),
      query,
    );
  assertInvalidFields(await api.get("/3.0/orders.json?financial_status=settled"), "financial_status");
});

test("ORD-1: orders are paged and sorted by last change unless another sort is sent", async () => {
  const firstPage = await listOrders("limit=3");
  assert.deepEqual(
    [firstPage.page, firstPage.limit, firstPage.total_count, firstPage.page_count],
    [1, 3, 7, 3],
  );
  assert.deepEqual(getIds(firstPage.orders), getIds(placedOrders).toReversed().slice(0, 3));
  assert.deepEqual(
    getIds((await listOrders("sort=processed_at.asc&limit=2&page=2")).orders),
    getIds(placedOrders).slice(2, 4),
  );
});

test("LST-4: orders sorted by id.asc stay in that order while orders change", async () => {
  const listedIds: number[] = [];
  for (let page = 1, isLastPage = false; !isLastPage; page++) {
    const { orders, ...pageInfo } = await listOrders(`sort=id.asc&limit=3&page=${page}`);
    listedIds.push(...getIds(orders));
    isLastPage = pageInfo.page === pageInfo.page_count;
    assertOk(await api.put(`/3.0/orders/${placedOrders[0]?.id}.json`, { order: { remark: `page ${page}` } }));
  }
  assert.deepEqual(listedIds, getIds(placedOrders));
});

test("LST-5: orders listed with since_id include the order with this id", async () => {
  assert.deepEqual(await findOrderIds(`since_id=${placedOrders[5]?.id}`), getIds(placedOrders).slice(5));
});

test("LST-7: updated_at_min and updated_at_max on orders are read in the store's local time", async () => {
  const [order] = (await listOrders("limit=1")).orders;
  assert.ok(order);
  // The first 23 characters are the time without its offset.
  const localTime = order.updated_at.slice(0, 23);
  const shiftTime = (ms: number) => new Date(Date.parse(`${localTime}Z`) + ms).toISOString().slice(0, 23);
  const isListed = async (filter: string) => (await findOrderIds(filter)).includes(order.id);
  // The platform ignores the offset of these parameters.
  for (const offset of ["", "+08:00", "+00:00", "-07:00"]) {
    const encodeTime = (time: string) => encodeURIComponent(`${time}${offset}`);
    assert.ok(await isListed(`updated_at_min=${encodeTime(localTime)}`), `min, ${offset}`);
    assert.ok(await isListed(`updated_at_max=${encodeTime(localTime)}`), `max, ${offset}`);
    assert.ok(!(await isListed(`updated_at_min=${encodeTime(shiftTime(1))}`)), `min just after, ${offset}`);
    assert.ok(!(await isListed(`updated_at_max=${encodeTime(shiftTime(-1))}`)), `max just before, ${offset}`);
  }
});

test("LST-8: created_at_min and created_at_max on orders filter by processed_at", async () => {
  const ids = getIds(placedOrders);
  const encodeTime = (text: string) => encodeURIComponent(text);
  for (const name of ["created_at", "processed_at"]) {
    assert.deepEqual(
      await findOrderIds(`${name}_min=${encodeTime("2026-10-03T08:00:00+08:00")}`),
      ids.slice(2),
    );
    assert.deepEqual(
      await findOrderIds(`${name}_max=${encodeTime("2026-10-03T00:00:00Z")}`),
      ids.slice(0, 3),
    );
    assert.deepEqual(
      await findOrderIds(`${name}_min=${encodeTime("2026-10-03T00:00:00.001Z")}`),
      ids.slice(3),
    );
  }
});

/**
 * Create an order with several transactions, fulfillments, refunds and returns. @returns the paths of all lists that contain
 * the order or one of these records
 */
async function createOrderInAllLists(): Promise<string[]> {
  const { id, line_items } = await placeOrder(api, {
    line_items: buildLineItems(2),
    ...buildPayment("15.00"),
  });
  const path = `/3.0/orders/${id}`;
  const oneUnit = [{ id: line_items[0]?.id, quantity: 1 }];
  const return_line_items = [{ line_item_id: line_items[0]?.id, quantity: 1 }];
  assertOk(await api.post(`${path}/transactions.json`, { transaction: { kind: "sale", amount: "5.00" } }));
  for (let round = 0; round < 2; round++) {
    assertOk(await api.post(`${path}/fulfillments.json`, { fulfillment: { line_items: oneUnit } }));
    assertOk(await api.post(`${path}/refund.json`, { refund: { amount: "1.00" } }));
    assertOk(await api.post(`/4.0/orders/${id}/returns.json`, { order_return: { return_line_items } }));
  }
  const orderListPaths = ["transactions", "fulfillments", "refunds"].map((name) => `${path}/${name}.json`);
  return ["/3.0/orders.json", "/3.0/fulfillments.json", "/4.0/returns.json", ...orderListPaths];
}

interface PageInfo {
  total_count: number;
  page_count: number;
  page: number;
}

test("LST-3, LST-6: order lists return the last page if page is too high, and ignore invalid dates", async () => {
  const listPaths = await createOrderInAllLists();
  for (const path of listPaths) {
    const readPage = async (query: string) =>
      assertOk<PageInfo>(await api.get(`${path}?sort=id.asc&limit=1${query}`));
    const firstPage = await readPage("");
    assert.ok(firstPage.page_count === firstPage.total_count && firstPage.page_count > 1, path);
    const lastPage = await readPage(`&page=${firstPage.page_count}`);
    assert.equal(lastPage.page, firstPage.page_count, path);
    for (const page of [firstPage.page_count + 1, 9_007_199_254_740_991])
      assert.deepEqual(await readPage(`&page=${page}`), lastPage, `${path}, page ${page}`);
    for (const name of ["updated_at_min", "updated_at_max", "created_at_min", "created_at_max"]) {
      const response = await api.get(`${path}?sort=id.asc&limit=1&${name}=last%20week`);
      assert.deepEqual(assertOk(response), firstPage, `${path}, ${name}`);
      assert.equal(response.headers["service-warning"], `ignored parameter "${name}": not a date`);
    }
  }
});
