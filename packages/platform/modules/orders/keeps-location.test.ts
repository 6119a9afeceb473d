import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { refusalOf, refusedWith } from "../../routing/testing/refusal-of.ts";
import { keepsOrderLocation } from "./keeps-location.ts";
import { type OrderDocument, type OrdersRig, ordersRig } from "./testing/orders-rig.ts";

let rig: OrdersRig;

before(async () => {
  rig = await ordersRig();
});
after(() => rig.stop());

async function newLocation(): Promise<number> {
  const body = { name: "Pop-up" };
  return (await rig.call<{ location: { id: number } }>(operations.createLocation, { body })).location.id;
}

/** An order of so many units, all of a location of its own. */
async function placeAt(location_id: number, quantity = 1): Promise<OrderDocument> {
  const variant = await rig.newVariant();
  await rig.setStock(variant, location_id, quantity);
  return rig.place({ location_id, line_items: [{ variant_id: variant, quantity }] });
}

async function send({ id, line_items }: OrderDocument, quantity = 1): Promise<number> {
  const { fulfillment } = await rig.call<{ fulfillment: { id: number } }>(operations.createFulfillment, {
    params: { order_id: id },
    body: { line_items: [{ id: line_items[0]?.id, quantity }] },
  });
  return fulfillment.id;
}

const remove = (id: number) => rig.call(operations.deleteLocation, { params: { id } });

const change = (order_id: number, id: number, body: object) =>
  rig.call(operations.updateFulfillment, { params: { order_id, id }, body });

test("a location stays while units are to be sent from it or on a way that can be cancelled, so that each order can be", async () => {
  const location = await newLocation();
  const [first, second] = [await placeAt(location, 2), await placeAt(location)];
  const parcels = [await send(first), await send(first), await send(second)] as const;
  const { message } = await refusalOf(remove(location));
  assert.match(message, new RegExp(`#${first.number}, #${second.number}\\. They must be`));
  await change(first.id, parcels[0], { status: "delivered" });
  await change(first.id, parcels[1], { status: "failed" });
  await rig.call(operations.cancelFulfillment, { params: { order_id: second.id, id: parcels[2] } });
  await refusalOf(remove(location));
  await change(first.id, parcels[1], { status: "delivered" });
  await refusalOf(remove(location));
  await rig.on(operations.cancelOrder, second.id, { restock: false });
  await remove(location);
  assert.equal((await rig.get(first.id)).fulfillment_status, "fulfilled");
  await rig.assertSound();
});

test("a refund of units that had not been sent lets their location go, and is then undone without them", async () => {
  const location = await newLocation();
  // Of custom lines no stock would miss its level.
  const { id, line_items } = await rig.place({
    location_id: location,
    line_items: [{ name: "Engraving", price: "5.00", quantity: 1 }],
  });
  const { refund } = await rig.call<{ refund: { id: number } }>(operations.createRefund, {
    params: { order_id: id },
    body: {
      restock_items: [{ line_item_id: line_items[0]?.id, quantity: 1, location_id: rig.shop.primary }],
    },
  });
  await remove(location);
  const undo = (is_revert_restock: boolean) =>
    rig.call(operations.cancelRefund, {
      params: { order_id: id, id: refund.id },
      body: { is_revert_restock },
    });
  assert.deepEqual(await refusedWith("conflict", undo(true)), ["is_revert_restock"]);
  await undo(false);
  await rig.assertSound();
});

test("whether a location must stay is found in its index, however many orders were sent from it", async () => {
  const location = await newLocation();
  await placeAt(location);
  const { database } = rig.db;
  const { store } = rig.shop;
  await database.query(
    `insert into fulfillment_orders (store_id, order_id, location_id, keeps_location, created_at, updated_at)
     select $1, o.id, $2, false, now(), now()
     from (select min(id) as id from orders where store_id = $1) o, generate_series(1, 20000)`,
    [store.id, location],
  );
  await database.query("vacuum analyze fulfillment_orders");
  const read = await database.transaction(async (tx) => {
    await keepsOrderLocation(tx, store, location);
    const { rows } = await tx.query<{ n: number }>(
      "select pg_stat_get_xact_tuples_returned('fulfillment_orders_location'::regclass) as n",
    );
    return Number(rows[0]?.n);
  });
  // The planner looks at the ends of the index, too.
  assert.ok(read < 20, `${read} entries were read`);
});
