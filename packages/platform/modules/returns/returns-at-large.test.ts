import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AnswerOf, mostPartNotes, mostReturns, operations, textLimits } from "@souk/contract";
import { Errors } from "typebox/value";
import { refusedWith } from "../../routing/testing/refusal-of.ts";
import type { OrdersRig } from "../orders/testing/orders-rig.ts";
import { type OrderReturn, type ReturnsRig, returnsRig } from "./testing/returns-rig.ts";
import { sendUnits } from "./testing/send-units.ts";

let rig: OrdersRig;
let create: ReturnsRig["create"];
let on: ReturnsRig["on"];
let sentOrder: ReturnsRig["sentOrder"];

before(async () => {
  ({ rig, create, on, sentOrder } = await returnsRig());
});
after(() => rig.stop());

test("units come back to an active location of the store", async () => {
  const { order, variant, line } = await sentOrder(2);
  const at = (location_id: number) => ({
    return_line_items: [{ line_item_id: line, quantity: 1, location_id }],
  });
  assert.deepEqual(await refusedWith("invalid", create(order.id, at(999_999))), [
    "return_line_items.0.location_id",
  ]);
  const made = await create(order.id, at(rig.shop.second));
  await on(operations.acceptReturn, made);
  const setActive = (is_active: boolean) =>
    rig.db.database.query("update locations set is_active = $2 where id = $1", [rig.shop.second, is_active]);
  await setActive(false);
  assert.deepEqual(await refusedWith("conflict", on(operations.completeReturn, made)), [
    "return_line_items.0.location_id",
  ]);
  await setActive(true);
  await on(operations.completeReturn, made);
  assert.deepEqual(await rig.stock(variant, rig.shop.second), { available: 1, committed: 0 });
  await rig.assertSound();
});

test("where an accepted return's location is gone, its units come back to another one that is named", async () => {
  const variants = [await rig.newVariant(1), await rig.newVariant(1)];
  const { id } = await rig.place({ line_items: variants.map((variant_id) => ({ variant_id, quantity: 1 })) });
  await sendUnits(rig, id);
  const [kept, stocked] = (await rig.get(id)).line_items.map((line) => line.id);
  const { location } = await rig.call<{ location: { id: number } }>(operations.createLocation, {
    body: { name: "Pop-up" },
  });
  const there = { quantity: 1, location_id: location.id };
  const made = await create(id, {
    return_line_items: [
      { line_item_id: kept, restock: false, ...there },
      { line_item_id: stocked, ...there },
    ],
  });
  await on(operations.acceptReturn, made);
  await rig.call(operations.deleteLocation, { params: { id: location.id } });
  const fields = await refusedWith("conflict", on(operations.completeReturn, made));
  assert.deepEqual(fields, ["return_line_items.1.location_id"]);
  const named = { line_item_id: stocked, location_id: rig.shop.second };
  const change = (more: object) =>
    on(operations.updateReturn, made, { return_line_items: [{ ...named, ...more }] });
  for (const more of [{ quantity: 2 }, { reason: "Torn" }, { restock: false }])
    assert.deepEqual(await refusedWith("conflict", change(more)), ["status"]);
  assert.equal((await change({})).return_line_items[1]?.location_id, rig.shop.second);
  await on(operations.completeReturn, made);
  assert.deepEqual(await rig.stock(variants[1] ?? 0, rig.shop.second), { available: 1, committed: 0 });
  assert.deepEqual(await refusedWith("conflict", change({ location_id: rig.shop.primary })), ["status"]);
  await rig.assertSound();
});

test("two returns that are asked for at once never take more units than were sent", async () => {
  const { order, line } = await sentOrder(3);
  const tries = await Promise.allSettled(
    Array.from({ length: 6 }, () =>
      create(order.id, { return_line_items: [{ line_item_id: line, quantity: 1 }] }),
    ),
  );
  assert.equal(tries.filter(({ status }) => status === "fulfilled").length, 3);
  const returns = (await rig.get(order.id)).returns;
  const ended = await Promise.allSettled(
    returns.flatMap((one) => [on(operations.acceptReturn, one), on(operations.cancelReturn, one)]),
  );
  assert.ok(ended.some(({ status }) => status === "fulfilled"));
  await rig.assertSound();
});

test("returns are listed across orders by their filters, and walked by cursor", async () => {
  const { order, line } = await sentOrder(3);
  const made: OrderReturn[] = [];
  for (let n = 0; n < 3; n++)
    made.push(await create(order.id, { return_line_items: [{ line_item_id: line, quantity: 1 }] }));
  const [first, second, third] = made as [OrderReturn, OrderReturn, OrderReturn];
  await on(operations.cancelReturn, second);
  const list = async (query: string) => {
    const answer = await rig.call<AnswerOf<typeof operations.listReturns>>(operations.listReturns, {
      query: `order_id=${order.id}&${query}`,
    });
    assert.deepEqual([...Errors(operations.listReturns.answer, answer)], []);
    return answer;
  };
  const all = await list("");
  assert.deepEqual(
    all.order_returns.map(({ id, status }) => [id, status]),
    [
      [first.id, "requested"],
      [second.id, "cancelled"],
      [third.id, "requested"],
    ],
  );
  assert.deepEqual(all.order_returns[0], first);
  assert.deepEqual(
    (await list("status=requested&sort=id.desc")).order_returns.map(({ id }) => id),
    [third.id, first.id],
  );
  const page = await list("limit=2");
  assert.equal(page.total_count, 3);
  const rest = await list(`limit=2&cursor=${page.next_cursor}`);
  assert.deepEqual([rest.order_returns.map(({ id }) => id), rest.next_cursor], [[third.id], null]);
  const { count } = await rig.call<{ count: number }>(operations.countReturns, {
    query: `ids=${first.id},${second.id}&status=cancelled`,
  });
  assert.equal(count, 1);
  assert.deepEqual(await refusedWith("invalid", list("status=lost")), ["status"]);
});

test("an order has so many returns at most, cancelled ones among them", async () => {
  const { order, line } = await sentOrder(2);
  await rig.db.database.query(
    `insert into order_returns (store_id, order_id, status, note, created_at, updated_at)
     select $1, $2, 'cancelled', '', now(), now() from generate_series(1, $3::integer)`,
    [rig.shop.store.id, order.id, mostReturns - 1],
  );
  const one = { return_line_items: [{ line_item_id: line, quantity: 1 }] };
  await on(operations.cancelReturn, await create(order.id, one));
  assert.deepEqual(await refusedWith("conflict", create(order.id, one)), ["returns"]);
});

test("the notes of an order's refunds and returns are so long together at most, and can be shortened", async () => {
  const { order, line } = await sentOrder(mostPartNotes / textLimits.note + 2);
  const note = "x".repeat(textLimits.note);
  const one = { return_line_items: [{ line_item_id: line, quantity: 1 }] };
  const refund = (words: string) =>
    rig.call(operations.createRefund, {
      params: { order_id: order.id },
      body: { restock_items: [{ line_item_id: line, quantity: 1 }], note: words },
    });
  const made: OrderReturn[] = [];
  for (let rest = mostPartNotes - note.length; rest > 0; rest -= note.length)
    made.push(await create(order.id, { ...one, note }));
  await refund(note);
  assert.deepEqual(await refusedWith("conflict", refund("x")), ["note"]);
  assert.deepEqual(await refusedWith("conflict", create(order.id, { ...one, note: "x" })), ["note"]);
  const empty = await create(order.id, one);
  assert.deepEqual(await refusedWith("conflict", on(operations.updateReturn, empty, { note: "x" })), [
    "note",
  ]);
  await on(operations.updateReturn, made[0] ?? assert.fail(), { note: "" });
  await on(operations.updateReturn, empty, { note: "x" });
});

test("units of an accepted return come back though others are asked for that are not there any more", async () => {
  const { order, line } = await sentOrder(2);
  const one = { return_line_items: [{ line_item_id: line, quantity: 1 }] };
  const [first, second] = [await create(order.id, one), await create(order.id, one)];
  await rig.call(operations.createRefund, {
    params: { order_id: order.id },
    body: { restock_items: [{ line_item_id: line, quantity: 1 }] },
  });
  // Each asked for what was there: it may still be told why, and ask for no more than that.
  const told = { return_line_items: [{ line_item_id: line, quantity: 1, reason: "Torn" }] };
  assert.equal((await on(operations.updateReturn, first, told)).return_line_items[0]?.reason, "Torn");
  const more = { return_line_items: [{ line_item_id: line, quantity: 2 }] };
  assert.deepEqual(await refusedWith("invalid", on(operations.updateReturn, first, more)), [
    "return_line_items.0.quantity",
  ]);
  await on(operations.acceptReturn, first);
  const accepting = on(operations.acceptReturn, second);
  assert.deepEqual(await refusedWith("conflict", accepting), ["return_line_items.0.quantity"]);
  assert.equal((await on(operations.completeReturn, first)).status, "completed");
  assert.deepEqual(await refusedWith("conflict", on(operations.acceptReturn, second)), [
    "return_line_items.0.quantity",
  ]);
  await on(operations.cancelReturn, second);
  await rig.assertSound();
});
