import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { practiceCall } from "../../demo/practice-shop.ts";
import { orderConditions } from "./order-conditions.ts";
import { type OrderDocument, type OrdersRig, ordersRig } from "./testing/orders-rig.ts";

let rig: OrdersRig;
/** Taken at the second location and sent from it. */
let both: OrderDocument;
/** Sent from it in part. */
let split: OrderDocument;

before(async () => {
  rig = await ordersRig();
  const { second } = rig.shop;
  const variant = await rig.newVariant(3);
  await rig.setStock(variant, second, 3);
  const line_items = [{ variant_id: variant, quantity: 1 }];
  both = await rig.place({ location_id: second, line_items, email: "ana@example.org" });
  split = await rig.place({ line_items: [{ variant_id: variant, quantity: 5 }] });
  assert.equal(split.fulfillment_orders.length, 2);
  await rig.place({ line_items: [{ name: "Engraving", price: "5.00", quantity: 1 }] });
});
after(() => rig.stop());

/** The ids of a list with these filters; counted, they are as many. */
async function found(filters: string): Promise<number[]> {
  const query = `location_id=${rig.shop.second}&sort=id.asc&fields=id${filters}`;
  const list = { orders: [] as { id: number }[], total_count: 0 };
  Object.assign(list, await rig.call(operations.listOrders, { query }));
  const counted = await rig.call<{ count: number }>(operations.countOrders, { query });
  assert.deepEqual([list.total_count, counted.count], [list.orders.length, list.orders.length]);
  return list.orders.map(({ id }) => id);
}

test("orders of a location are those that were taken there or are sent from it, each once", async () => {
  assert.deepEqual(await found(""), [both.id, split.id]);
  assert.deepEqual(await found("&query=ana@example.org"), [both.id]);
  assert.deepEqual(await found(`&since_id=${split.id}`), [split.id]);
  assert.deepEqual(await found("&status=cancelled"), []);
});

test("a page of a location's orders costs the same however many it has, and finds the same whichever way is taken", async () => {
  const { database } = rig.db;
  const { store, second } = rig.shop;
  const copies = 5_000;
  const copy = (table: string, of: string, change: string) =>
    database.query(
      `insert into ${table} select (jsonb_populate_record(t, ${change})).*
       from ${table} t, generate_series(1, ${copies}) k where t.store_id = $1 and ${of}`,
      [store.id],
    );
  await copy(
    "orders",
    `t.id = ${split.id}`,
    "jsonb_build_object('id', t.id + 1000 * k, 'number', t.number + 1000 * k, 'token', md5(k || ''))",
  );
  await copy(
    "fulfillment_orders",
    `t.order_id = ${split.id}`,
    "jsonb_build_object('id', t.id + 1000 * k, 'order_id', t.order_id + 1000 * k)",
  );
  await database.query("vacuum analyze orders, fulfillment_orders");
  const { query } = practiceCall(operations.countOrders, store, { query: `location_id=${second}` });
  const readText = `
    select pg_stat_get_xact_tuples_returned('fulfillment_orders_location'::regclass)
      + pg_stat_get_xact_tuples_returned('fulfillment_orders'::regclass) as n`;
  const pageBy = (finding: "few" | "many", limit: number) =>
    database.transaction(async (tx) => {
      const { conditions, expressions } = orderConditions(store.id, query, finding);
      const own = expressions === "" ? "" : `with ${expressions.replace(/,$/, "")}`;
      const text = `${own} select r.id from orders r where ${conditions.sql} order by r.updated_at desc, r.id desc limit ${limit}`;
      const read = async () => Number((await tx.query<{ n: number }>(readText)).rows[0]?.n);
      const earlier = await read();
      const { rows } = await tx.query<{ id: number }>(text, [...conditions.values]);
      return { ids: rows.map(({ id }) => id), read: (await read()) - earlier };
    });
  const [few, many] = [await pageBy("few", copies * 2), await pageBy("many", copies * 2)];
  assert.deepEqual([few.ids.length, many.ids], [copies + 2, few.ids]);
  const page = await pageBy("many", 50);
  assert.equal(page.ids.length, 50);
  assert.ok(page.read < 100, `${page.read} rows were read for a page`);
});
