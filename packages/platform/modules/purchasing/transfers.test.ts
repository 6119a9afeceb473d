import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { Check } from "typebox/value";
import { fieldsOf, refusalOf } from "../../routing/testing/refusal-of.ts";
import { type PurchasingRig, purchasingRig } from "./testing/purchasing-rig.ts";

let rig: PurchasingRig;
let primary: number;
let second: number;

const { updateTransfer: update, receiveTransfer: receive } = operations;
const { cancelTransfer: cancel, deleteTransfer: remove } = operations;

before(async () => {
  rig = await purchasingRig();
  ({ primary, second } = rig.shop);
});
after(() => rig.stop());

const make = (body: object) => rig.transfer({ from_location_id: primary, to_location_id: second, ...body });

async function both(variant: number) {
  const [from, to] = [await rig.stock(variant, primary), await rig.stock(variant, second)];
  return [from.available, from.incoming, to.available, to.incoming];
}

test("INV-4: units leave their origin when they are sent and arrive when they are received", async () => {
  const variant = await rig.newVariant(10);
  const draft = await make({ line_items: [{ variant_id: variant, quantity: 6 }] });
  assert.ok(Check(operations.getTransfer.answer, { transfer: draft }));
  assert.match(draft.number, /^TR-\d{4}$/);
  assert.deepEqual([draft.from_location_name, draft.to_location_name], ["Main", "Second"]);
  assert.deepEqual(await both(variant), [10, 0, 0, 0]);
  await rig.told();
  const sent = await rig.onTransfer(update, draft.id, { status: "in_transit" });
  assert.ok(sent.status === "in_transit" && sent.sent_at !== null);
  assert.deepEqual(await both(variant), [4, 0, 0, 6]);
  const told = await rig.told();
  assert.deepEqual(
    told.map(({ topic, context }) => [topic, context]),
    [
      ["inventory_level/inventory_quantity_update", "transfer/update"],
      ["product/update", "transfer/update"],
    ],
  );
  const line = sent.line_items[0]?.id;
  const part = await rig.onTransfer(receive, draft.id, { line_items: [{ id: line, quantity: 4 }] });
  assert.equal(part.status, "partially_received");
  assert.deepEqual(await both(variant), [4, 0, 4, 2]);
  const done = await rig.onTransfer(receive, draft.id);
  assert.ok(done.status === "received" && done.received_at !== null);
  assert.deepEqual(await both(variant), [4, 0, 6, 0]);
  const { rows } = await rig.db.database.query<{ reason: string }>(
    "select distinct reason from inventory_movements where transfer_id = $1 and reference = $2 order by 1",
    [draft.id, draft.number],
  );
  assert.deepEqual(
    rows.map(({ reason }) => reason),
    ["transfer received", "transfer sent"],
  );
  await rig.assertSound();
});

test("INV-4: cancelling on the way puts back what had not come", async () => {
  const variant = await rig.newVariant(10);
  const sent = await make({ status: "in_transit", line_items: [{ variant_id: variant, quantity: 8 }] });
  await rig.onTransfer(receive, sent.id, { line_items: [{ id: sent.line_items[0]?.id, quantity: 3 }] });
  const cancelled = await rig.onTransfer(cancel, sent.id);
  assert.equal(cancelled.status, "cancelled");
  assert.deepEqual(await both(variant), [7, 0, 3, 0]);
  await rig.told();
  assert.deepEqual(await rig.onTransfer(cancel, sent.id), cancelled);
  assert.deepEqual(await rig.told(), []);
  await rig.assertSound();
});

test("a line that would take a variant with policy deny below 0 is refused by name, and nothing moves", async () => {
  const [rich, poor, backorder] = [
    await rig.newVariant(9),
    await rig.newVariant(2),
    await rig.newVariant(0, "continue"),
  ];
  const line_items = [
    { variant_id: rich, quantity: 9 },
    { variant_id: poor, quantity: 3 },
    { variant_id: backorder, quantity: 5 },
  ];
  assert.deepEqual(await fieldsOf(make({ status: "in_transit", line_items })), ["line_items.1.quantity"]);
  const draft = await make({ line_items });
  const { details } = await refusalOf(rig.onTransfer(update, draft.id, { status: "in_transit" }));
  assert.match(details.fields?.[0]?.message ?? "", /take 3 from the stock it leaves, which is 2, .* deny/);
  assert.deepEqual(await both(rich), [9, 0, 0, 0]);
  const [first, middle, last] = draft.line_items;
  const reordered = [{ id: middle?.id, quantity: 4 }, { id: last?.id }, { id: first?.id }];
  const both1 = rig.onTransfer(update, draft.id, { status: "in_transit", line_items: reordered });
  assert.deepEqual(await fieldsOf(both1), ["line_items.0.quantity"], "the place is that in the request");
  const fits = [{ id: first?.id }, { id: middle?.id, quantity: 2 }, { id: last?.id }];
  await rig.onTransfer(update, draft.id, { status: "in_transit", line_items: fits });
  assert.deepEqual(await both(poor), [0, 0, 0, 2]);
  assert.deepEqual(await both(backorder), [-5, 0, 0, 5]);
  const more = rig.onTransfer(update, draft.id, {
    line_items: [{ id: first?.id }, { id: middle?.id, quantity: 3 }, { id: last?.id }],
  });
  assert.deepEqual(await fieldsOf(more), ["line_items.1.quantity"]);
  await rig.assertSound();
});

test("INV-4: changed lines on the way take more from the origin or give it back", async () => {
  const [a, b] = [await rig.newVariant(10), await rig.newVariant(10)];
  const sent = await make({ status: "in_transit", line_items: [{ variant_id: a, quantity: 5 }] });
  await rig.onTransfer(update, sent.id, {
    line_items: [
      { variant_id: a, quantity: 7 },
      { variant_id: b, quantity: 4 },
    ],
  });
  assert.deepEqual(await both(a), [3, 0, 0, 7]);
  assert.deepEqual(await both(b), [6, 0, 0, 4]);
  await rig.onTransfer(update, sent.id, { line_items: [{ variant_id: b, quantity: 1 }] });
  assert.deepEqual(await both(a), [10, 0, 0, 0]);
  assert.deepEqual(await both(b), [9, 0, 0, 1]);
  await rig.assertSound();
});

test("a transfer goes between two locations of the store, and keeps them once it left", async () => {
  const variant = await rig.newVariant(3);
  const line_items = [{ variant_id: variant, quantity: 1 }];
  assert.deepEqual(await fieldsOf(make({ to_location_id: primary, line_items })), ["to_location_id"]);
  assert.deepEqual(await fieldsOf(make({ from_location_id: 999_999, line_items })), ["from_location_id"]);
  const sent = await make({ status: "in_transit", line_items });
  const { code, details } = await refusalOf(
    rig.onTransfer(update, sent.id, { from_location_id: second, to_location_id: primary }),
  );
  assert.equal(code, "conflict");
  assert.deepEqual(
    details.fields?.map(({ path }) => path),
    ["from_location_id", "to_location_id"],
  );
  const same = { from_location_id: primary, to_location_id: second, cost_price: "1" };
  assert.deepEqual(await rig.onTransfer(update, sent.id, same), sent);
});

test("a location that units have left is kept until they have come or are back", async () => {
  const { store } = rig.shop;
  const { location } = await rig.api.json<{ location: { id: number } }>(operations.createLocation, store, {
    body: { name: "Fair" },
  });
  const place = { location_id: location.id, variant_id: await rig.newVariant() };
  await rig.api.text(operations.setInventoryLevel, store, { body: { ...place, quantity: 2 } });
  const line_items = [{ variant_id: place.variant_id, quantity: 2 }];
  const sent = await make({ status: "in_transit", from_location_id: location.id, line_items });
  const leave = () => rig.api.text(operations.deleteLocation, store, { params: { id: location.id } });
  const { code, message } = await refusalOf(leave());
  assert.equal(code, "conflict");
  assert.match(message, new RegExp(`on their way to or from this location: ${sent.number}`));
  await rig.onTransfer(receive, sent.id);
  await leave();
  assert.equal((await rig.onTransfer(operations.getTransfer, sent.id)).from_location_name, "Fair");
});

test("only a draft and a cancelled transfer can be deleted", async () => {
  const variant = await rig.newVariant(3);
  const sent = await make({ status: "in_transit", line_items: [{ variant_id: variant, quantity: 1 }] });
  assert.equal((await refusalOf(rig.onTransfer(remove, sent.id))).code, "conflict");
  await rig.onTransfer(cancel, sent.id);
  await rig.onTransfer(remove, sent.id);
  assert.deepEqual(await both(variant), [3, 0, 0, 0]);
  const draft = await make({});
  await rig.onTransfer(remove, draft.id);
  assert.equal((await refusalOf(rig.onTransfer(operations.getTransfer, draft.id))).code, "not_found");
});

test("a variant that was deleted on the way is received without stock, and a cancelled rest goes nowhere", async () => {
  const [gone, lost] = [await rig.newVariant(5), await rig.newVariant(5)];
  const receivable = await make({ status: "in_transit", line_items: [{ variant_id: gone, quantity: 5 }] });
  const cancellable = await make({ status: "in_transit", line_items: [{ variant_id: lost, quantity: 5 }] });
  for (const variant of [gone, lost]) await rig.deleteVariant(variant);
  await rig.told();
  assert.equal((await rig.onTransfer(receive, receivable.id)).status, "received");
  assert.equal((await rig.onTransfer(cancel, cancellable.id)).status, "cancelled");
  assert.deepEqual(await rig.told(), []);
  await rig.assertSound();
});
