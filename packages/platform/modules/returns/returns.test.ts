import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { Errors } from "typebox/value";
import { refusedWith } from "../../routing/testing/refusal-of.ts";
import type { OrdersRig } from "../orders/testing/orders-rig.ts";
import { type ReturnsRig, returnsRig } from "./testing/returns-rig.ts";
import { changeRows, sendUnits } from "./testing/send-units.ts";

let rig: OrdersRig;
let create: ReturnsRig["create"];
let on: ReturnsRig["on"];
let sentOrder: ReturnsRig["sentOrder"];

before(async () => {
  ({ rig, create, on, sentOrder } = await returnsRig());
});
after(() => rig.stop());

const topicsOf = async () => (await rig.told()).map(({ topic }) => topic).sort();

test("a return goes from requested to completed, tells each step with its record, and puts its units into stock", async () => {
  const { order, variant, line } = await sentOrder(3);
  const made = await create(order.id, {
    return_line_items: [{ line_item_id: line, quantity: 2, reason: "Too small." }],
    note: "By post.",
  });
  assert.deepEqual([...Errors(operations.getReturn.answer, { order_return: made })], []);
  assert.deepEqual(
    [made.status, made.note, made.order_id, made.refund_id],
    ["requested", "By post.", order.id, null],
  );
  const { id: _, ...madeLine } = made.return_line_items[0] ?? assert.fail();
  assert.deepEqual(madeLine, {
    line_item_id: line,
    name: order.line_items[0]?.product_name,
    quantity: 2,
    reason: "Too small.",
    restock: true,
    location_id: rig.shop.primary,
  });
  const told = await rig.told();
  assert.deepEqual(told.map(({ topic }) => topic).sort(), ["order/update", "order_returns/created"]);
  const created = told.find(({ topic }) => topic === "order_returns/created");
  assert.deepEqual(
    [created?.resource_id, JSON.parse(created?.payload ?? "")],
    [made.id, { order_return: made }],
  );
  await on(operations.acceptReturn, made);
  assert.deepEqual(await topicsOf(), ["order/update", "order_returns/accepted"]);
  assert.deepEqual(await rig.stock(variant), { available: 0, committed: 0 });
  const completed = await on(operations.completeReturn, made);
  assert.equal(completed.status, "completed");
  assert.deepEqual(await rig.stock(variant), { available: 2, committed: 0 });
  const events = await rig.told();
  assert.deepEqual(events.map(({ topic }) => topic).sort(), [
    "inventory_level/inventory_quantity_update",
    "order/update",
    "order_returns/completed",
    "product/update",
  ]);
  assert.equal(events.find(({ topic }) => topic === "product/update")?.context, "order_returns/completed");
  assert.deepEqual(await on(operations.getReturn, made), completed);
  const now = await rig.get(order.id);
  assert.deepEqual([now.fulfillment_status, now.line_items[0]?.returned_quantity], ["partially_returned", 2]);
  assert.deepEqual(now.returns, [completed]);
  await create(order.id, { return_line_items: [{ line_item_id: line, quantity: 1 }] });
  await rig.assertSound();
});

test("units without restock come back and move no stock, and an order whose units all came back is returned", async () => {
  const { order, variant, line } = await sentOrder(1);
  const made = await create(order.id, {
    return_line_items: [{ line_item_id: line, quantity: 1, restock: false }],
  });
  await on(operations.acceptReturn, made);
  await on(operations.completeReturn, made);
  assert.deepEqual(await rig.stock(variant), { available: 0, committed: 0 });
  assert.equal((await rig.get(order.id)).fulfillment_status, "returned");
  await rig.assertSound();
});

test("only units that were sent, have not come back and are in no other open return can be returned", async () => {
  const variant = await rig.newVariant(2);
  const unsent = await rig.place({ line_items: [{ variant_id: variant, quantity: 2 }] });
  const unsentLine = unsent.line_items[0]?.id ?? 0;
  const lines = (line_item_id: number, quantity: number) => ({
    return_line_items: [{ line_item_id, quantity }],
  });
  const quantity = ["return_line_items.0.quantity"];
  assert.deepEqual(await refusedWith("invalid", create(unsent.id, lines(unsentLine, 1))), quantity);
  const { order, line } = await sentOrder(3);
  assert.deepEqual(await refusedWith("invalid", create(order.id, lines(line, 4))), quantity);
  const first = await create(order.id, lines(line, 2));
  assert.deepEqual(await refusedWith("invalid", create(order.id, lines(line, 2))), quantity);
  await on(operations.cancelReturn, first);
  await create(order.id, lines(line, 3));
  assert.deepEqual(await refusedWith("invalid", create(order.id, lines(unsentLine, 1))), [
    "return_line_items.0.line_item_id",
  ]);
  const twice = [...lines(line, 1).return_line_items, ...lines(line, 1).return_line_items];
  assert.ok(
    (await refusedWith("invalid", create(order.id, { return_line_items: twice }))).includes(
      "return_line_items.1.line_item_id",
    ),
  );
  assert.deepEqual(await refusedWith("not_found", create(999_999, lines(line, 1))), []);
  await rig.on(operations.cancelOrder, unsent.id);
  assert.deepEqual(await refusedWith("conflict", create(unsent.id, lines(unsentLine, 1))), ["status"]);
});

test("units that came back with a refund meanwhile are not taken back a second time", async () => {
  const { order, line } = await sentOrder(1);
  const made = await create(order.id, { return_line_items: [{ line_item_id: line, quantity: 1 }] });
  await on(operations.acceptReturn, made);
  await changeRows(rig, order.id, (before, at) => ({
    ...before,
    refunds: [
      {
        id: 501,
        status: "created",
        amount: "0.00",
        note: "",
        reference_number: "",
        transaction_id: null,
        created_at: at,
        updated_at: at,
      },
    ],
    refund_lines: [
      {
        id: 501,
        refund_id: 501,
        line_item_id: line,
        fulfillment_order_line_id: null,
        location_id: rig.shop.primary,
        quantity: 1,
        is_reverted: false,
      },
    ],
  }));
  assert.deepEqual(await refusedWith("conflict", on(operations.completeReturn, made)), [
    "return_line_items.0.quantity",
  ]);
  const named = await on(operations.updateReturn, made, { refund_id: 501 });
  assert.equal(named.refund_id, 501);
  assert.deepEqual(await refusedWith("invalid", on(operations.updateReturn, made, { refund_id: 999_999 })), [
    "refund_id",
  ]);
  await rig.assertSound();
});

test("every step that is not drawn is a conflict, and a state that it has already changes and tells nothing", async () => {
  const { order, line } = await sentOrder(2);
  const body = { return_line_items: [{ line_item_id: line, quantity: 1 }] };
  const done = await create(order.id, body);
  assert.deepEqual(await refusedWith("conflict", on(operations.completeReturn, done)), ["status"]);
  const accepted = await on(operations.acceptReturn, done);
  await rig.told();
  assert.deepEqual(await on(operations.acceptReturn, done), accepted);
  assert.deepEqual(await rig.told(), []);
  const completed = await on(operations.completeReturn, done);
  await rig.told();
  assert.deepEqual(await on(operations.completeReturn, done), completed);
  assert.deepEqual(await rig.told(), []);
  for (const step of [operations.acceptReturn, operations.cancelReturn])
    assert.deepEqual(await refusedWith("conflict", on(step, done)), ["status"]);
  const ended = await create(order.id, body);
  await on(operations.cancelReturn, ended);
  for (const step of [operations.acceptReturn, operations.completeReturn])
    assert.deepEqual(await refusedWith("conflict", on(step, ended)), ["status"]);
  assert.deepEqual(await refusedWith("conflict", on(operations.updateReturn, ended, { note: "Later" })), [
    "status",
  ]);
  await rig.assertSound();
});

test("a requested return takes other units and lines; once it is accepted only its note and refund change", async () => {
  const variants = [await rig.newVariant(2), await rig.newVariant(2)];
  const { id } = await rig.place({
    line_items: variants.map((variant_id) => ({ variant_id, quantity: 2 })),
  });
  await sendUnits(rig, id);
  const [one, two] = (await rig.get(id)).line_items.map((line) => line.id);
  const made = await create(id, { return_line_items: [{ line_item_id: one, quantity: 1, reason: "Torn" }] });
  await rig.told();
  const changed = await on(operations.updateReturn, made, {
    return_line_items: [
      { line_item_id: one, quantity: 2 },
      { line_item_id: two, quantity: 1, restock: false },
    ],
  });
  assert.deepEqual(
    changed.return_line_items.map(({ line_item_id, quantity, reason, restock }) => ({
      line_item_id,
      quantity,
      reason,
      restock,
    })),
    [
      { line_item_id: one, quantity: 2, reason: "Torn", restock: true },
      { line_item_id: two, quantity: 1, reason: "", restock: false },
    ],
  );
  assert.ok(changed.updated_at > made.updated_at);
  assert.deepEqual(await topicsOf(), ["order/update", "order_returns/updated"]);
  assert.deepEqual(
    await on(operations.updateReturn, made, { return_line_items: [{ line_item_id: one, quantity: 2 }] }),
    changed,
  );
  assert.deepEqual(await rig.told(), []);
  assert.deepEqual(
    await refusedWith(
      "invalid",
      on(operations.updateReturn, made, { return_line_items: [{ line_item_id: one, quantity: 3 }] }),
    ),
    ["return_line_items.0.quantity"],
  );
  await on(operations.acceptReturn, made);
  const other = { return_line_items: [{ line_item_id: one, quantity: 1 }] };
  assert.deepEqual(await refusedWith("conflict", on(operations.updateReturn, made, other)), ["status"]);
  const noted = await on(operations.updateReturn, made, { note: "Arrives on Monday." });
  assert.deepEqual([noted.note, noted.return_line_items], ["Arrives on Monday.", changed.return_line_items]);
  await rig.assertSound();
});
