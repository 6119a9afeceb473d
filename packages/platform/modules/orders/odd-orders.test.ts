import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { lockAwaited } from "@souk/testkit";
import { fieldsOf } from "../../routing/testing/refusal-of.ts";
import { type OrderDocument, type OrdersRig, ordersRig } from "./testing/orders-rig.ts";

let rig: OrdersRig;

before(async () => {
  rig = await ordersRig();
});
after(() => rig.stop());

const line_items = [{ name: "Something", price: "10.00", quantity: 1 }];

interface Buyer {
  order_count: number;
  last_order_id: number | null;
}

const buyer = async (id: number) =>
  (await rig.call<{ customer: Buyer }>(operations.getCustomer, { params: { id } })).customer;

test("first orders of one new customer that are placed at once are all theirs", async () => {
  const orders = await Promise.all(
    Array.from({ length: 6 }, () => rig.place({ line_items, customer: { email: "at.once@kedai.test" } })),
  );
  assert.equal(new Set(orders.map(({ customer_id }) => customer_id)).size, 1);
  assert.equal((await buyer(orders[0]?.customer_id ?? 0)).order_count, 6);
});

test("a customer who is named by an id that nobody has is refused", async () => {
  assert.deepEqual(await fieldsOf(rig.place({ line_items, customer: { id: 987654321 } })), ["customer.id"]);
  assert.deepEqual(await fieldsOf(rig.place({ line_items, customer_id: 987654321 })), ["customer_id"]);
});

test("an order that comes to more than can be kept is refused, in its currency and in the store's", async () => {
  const large = [{ name: "Something", price: "999999999999", quantity: 1_000_000 }];
  assert.deepEqual(await fieldsOf(rig.place({ line_items: large })), ["line_items"]);
  await rig.db.database.query(
    "insert into currencies (store_id, code, rate) values ($1, 'VND', 0.000000001)",
    [rig.shop.store.id],
  );
  const dear = [{ name: "Something", price: "10000000", quantity: 1 }];
  assert.deepEqual(await fieldsOf(rig.place({ line_items: dear, currency_code: "VND" })), ["line_items"]);
});

test("an address and attributes that are sent again change nothing, whatever the order of their keys", async () => {
  const shipping_address = {
    zip: "50400",
    city: "Kuala Lumpur",
    first_name: "Mei",
    country_code: "MY",
    latitude: 3.123456789,
  };
  const order = await rig.place({
    line_items,
    shipping_address,
    note_attributes: [{ name: "gift", value: "yes", more: 1 }],
  });
  assert.equal(order.shipping_address?.latitude, 3.123457);
  assert.deepEqual(order.note_attributes, [{ name: "gift", value: "yes" }]);
  await rig.told();
  const again = await rig.on(operations.updateOrder, order.id, {
    shipping_address: {
      country_code: "MY",
      latitude: 3.123456789,
      first_name: "Mei",
      city: "Kuala Lumpur",
      zip: "50400",
    },
    note_attributes: [{ value: "yes", name: "gift" }],
  });
  assert.deepEqual(await rig.told(), []);
  assert.deepEqual(again, order);
});

test("of an address that is sent in part the rest stays, and null takes it away", async () => {
  const order = await rig.place({
    line_items,
    shipping_address: {
      first_name: "Mei",
      address1: "1 Jalan Ampang",
      city: "Kuala Lumpur",
      country_code: "MY",
    },
  });
  const shipping_address = { phone: "+60123456789" };
  const changed = await rig.on(operations.updateOrder, order.id, { shipping_address });
  assert.deepEqual(changed.shipping_address, { ...order.shipping_address, ...shipping_address });
  const first = await rig.on(operations.updateOrder, order.id, { billing_address: { city: "Ipoh" } });
  assert.deepEqual([first.billing_address?.city, first.billing_address?.first_name], ["Ipoh", ""]);
  const none = await rig.on(operations.updateOrder, order.id, { shipping_address: null });
  assert.equal(none.shipping_address, null);
});

test("an order is sent back as it was read, also where a location or a country in it is no more", async () => {
  const { location } = await rig.call<{ location: { id: number } }>(operations.createLocation, {
    body: { name: "Fair" },
  });
  const sold = { location: [{ location_id: location.id }] };
  const { id } = await rig.place({
    line_items,
    shipping_address: { city: "Split" },
    sales_attributions: sold,
  });
  await rig.api.text(operations.deleteLocation, rig.shop.store, { params: { id: location.id } });
  await rig.db.database.query(
    `update orders set shipping_address = shipping_address || '{"country_code":"YU"}', version = version + 1 where id = $1`,
    [id],
  );
  const read = await rig.get(id);
  assert.equal(read.sales_attributions.location[0]?.location_name, "Fair");
  assert.deepEqual(await rig.on(operations.updateOrder, id, read), read);
  const other = { shipping_address: { country_code: "YV" } };
  assert.deepEqual(await fieldsOf(rig.on(operations.updateOrder, id, other)), [
    "shipping_address.country_code",
  ]);
});

test("the text of an order is the same whether it was just placed, changed or built anew", async () => {
  const variant = await rig.newVariant(3);
  await rig.db.database.query("update variants set cost_price = 8.5 where id = $1", [variant]);
  const order = await rig.place({
    customer_id: await rig.newCustomer({ first_name: "Aisyah" }),
    line_items: [{ variant_id: variant, quantity: 1 }],
    billing_address: { first_name: "Aisyah", zip: "1" },
    discounts: [{ code: "TEN", type: "percentage", value: 10 }],
    tax_lines: [{ title: "SST", rate: "0.06" }],
  });
  await rig.db.database.query("delete from order_documents where order_id = $1", [order.id]);
  const text = await rig.api.text(operations.getOrder, rig.shop.store, { params: { id: order.id } });
  assert.equal(text, JSON.stringify({ order }));
  assert.equal(order.line_items[0]?.cost_price, "8.50");
});

test("a customer's last order is the latest they have, also when one leaves them", async () => {
  const [mei, farid] = [
    await rig.newCustomer({ first_name: "Mei" }),
    await rig.newCustomer({ first_name: "Farid" }),
  ];
  const first = await rig.place({ line_items, customer_id: mei });
  const second = await rig.place({ line_items, customer_id: farid });
  const move = (order: OrderDocument, customer_id: number) =>
    rig.on(operations.updateOrder, order.id, { customer_id });
  await move(first, farid);
  assert.deepEqual([(await buyer(farid)).last_order_id, (await buyer(mei)).last_order_id], [second.id, null]);
  await move(second, mei);
  assert.deepEqual(
    [(await buyer(farid)).last_order_id, (await buyer(mei)).last_order_id],
    [first.id, second.id],
  );
  await rig.on(operations.cancelOrder, second.id);
  await rig.api.text(operations.deleteOrder, rig.shop.store, { params: { id: second.id } });
  const left = await buyer(mei);
  assert.deepEqual([left.last_order_id, left.order_count], [null, 0]);
  await rig.assertSound();
});

test("a customer's last order stays the latest where one is deleted while the next is placed", async () => {
  const customer_id = await rig.newCustomer({ first_name: "Siti" });
  await rig.place({ line_items, customer_id });
  const leaving = await rig.place({ line_items, customer_id });
  await rig.on(operations.cancelOrder, leaving.id);
  const { database } = rig.db;
  const { placing, deleting } = await database.transaction(async (tx) => {
    await tx.query("select from customers where id = $1 for no key update", [customer_id]);
    const placing = rig.place({ line_items, customer_id });
    await lockAwaited(database, { count: 1 });
    const params = { id: leaving.id };
    const deleting = rig.api.text(operations.deleteOrder, rig.shop.store, { params });
    await lockAwaited(database, { count: 2 });
    return { placing, deleting };
  });
  const [next] = await Promise.all([placing, deleting]);
  const { last_order_id, order_count } = await buyer(customer_id);
  assert.deepEqual([last_order_id, order_count], [next.id, 2]);
});

test("an order is not given to a customer who is deleted at that moment", async () => {
  const customer_id = await rig.newCustomer({ first_name: "Rosnah" });
  const order = await rig.place({ line_items });
  const { database } = rig.db;
  const { giving } = await database.transaction(async (tx) => {
    await tx.query("delete from customers where store_id = $1 and id = $2", [rig.shop.store.id, customer_id]);
    const giving = fieldsOf(rig.on(operations.updateOrder, order.id, { customer_id }));
    await lockAwaited(database);
    return { giving };
  });
  assert.deepEqual(await giving, ["customer_id"]);
  assert.deepEqual((await rig.get(order.id)).customer, null);
});

test("what became of an order is told as it was, also where it is deleted at once", async () => {
  await rig.told();
  const { id } = await rig.place({ line_items });
  await rig.on(operations.updateOrder, id, { note: "Twice" });
  await rig.on(operations.cancelOrder, id);
  await rig.api.text(operations.deleteOrder, rig.shop.store, { params: { id } });
  const told = (await rig.told()).filter(({ topic }) => topic.startsWith("order/"));
  assert.deepEqual(
    told.map(({ topic, payload }) => [topic, JSON.parse(payload ?? "").order.note]),
    [
      ["order/create", ""],
      ["order/update", "Twice"],
      ["order/update", "Twice"],
      ["order/cancel", "Twice"],
    ],
  );
});

test("an order that costs nothing is paid, and told as paid", async () => {
  await rig.told();
  const order = await rig.place({ line_items: [{ name: "Sample", price: "0", quantity: 1 }] });
  assert.equal(order.financial_status, "paid");
  assert.deepEqual(
    (await rig.told()).map(({ topic }) => topic),
    ["order/create", "order/paid"],
  );
});

test("an order of a deleted variant is cancelled all the same", async () => {
  const other = await rig.newVariant(1);
  const kept = await rig.place({ line_items: [{ variant_id: other, quantity: 1 }] });
  const { rows: products } = await rig.db.database.query<{ id: number }>(
    "select product_id as id from variants where id = $1",
    [other],
  );
  await rig.api.text(operations.deleteProduct, rig.shop.store, { params: { id: products[0]?.id } });
  assert.equal((await rig.on(operations.cancelOrder, kept.id)).status, "cancelled");
  await rig.assertSound();
});
