import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { Check } from "typebox/value";
import { catchApiError, catchInvalidFields } from "../../infrastructure/routing/testing/catch-api-error.ts";
import { createPurchasingFixture, type PurchasingFixture } from "./testing/purchasing-fixture.ts";

let fixture: PurchasingFixture;
let primary: number;
let second: number;

const { updateTransfer: update, receiveTransfer: receive } = operations;
const { cancelTransfer: cancel, deleteTransfer: remove } = operations;

before(async () => {
  fixture = await createPurchasingFixture();
  ({ primary, second } = fixture.seededStore);
});
after(() => fixture.stop());

const make = (body: object) =>
  fixture.transfer({ from_location_id: primary, to_location_id: second, ...body });

async function both(variant: number) {
  const [from, to] = [await fixture.stock(variant, primary), await fixture.stock(variant, second)];
  return [from.available, from.incoming, to.available, to.incoming];
}

test("INV-4: units leave their origin when they are sent and arrive when received", async () => {
  const variant = await fixture.newVariant(10);
  const draft = await make({ line_items: [{ variant_id: variant, quantity: 6 }] });
  assert.ok(Check(operations.getTransfer.response, { transfer: draft }));
  assert.match(draft.number, /^TR-\d{4}$/);
  assert.deepEqual([draft.from_location_name, draft.to_location_name], ["Main", "Second"]);
  assert.deepEqual(await both(variant), [10, 0, 0, 0]);
  await fixture.takeEvents();
  const sent = await fixture.onTransfer(update, draft.id, { status: "in_transit" });
  assert.ok(sent.status === "in_transit" && sent.sent_at !== null);
  assert.deepEqual(await both(variant), [4, 0, 0, 6]);
  const events = await fixture.takeEvents();
  assert.deepEqual(
    events.map(({ topic, context }) => [topic, context]),
    [
      ["inventory_level/inventory_quantity_update", "transfer/update"],
      ["product/update", "transfer/update"],
    ],
  );
  const line = sent.line_items[0]?.id;
  const part = await fixture.onTransfer(receive, draft.id, { line_items: [{ id: line, quantity: 4 }] });
  assert.equal(part.status, "partially_received");
  assert.deepEqual(await both(variant), [4, 0, 4, 2]);
  const done = await fixture.onTransfer(receive, draft.id);
  assert.ok(done.status === "received" && done.received_at !== null);
  assert.deepEqual(await both(variant), [4, 0, 6, 0]);
  const rows = await fixture.db.database.many<{ reason: string }>(
    "select distinct reason from inventory_movements where transfer_id = $1 and reference = $2 order by 1",
    [draft.id, draft.number],
  );
  assert.deepEqual(
    rows.map(({ reason }) => reason),
    ["transfer received", "transfer sent"],
  );
  await fixture.assertSound();
});

test("INV-4: cancelling in transit returns the units not received", async () => {
  const variant = await fixture.newVariant(10);
  const sent = await make({ status: "in_transit", line_items: [{ variant_id: variant, quantity: 8 }] });
  await fixture.onTransfer(receive, sent.id, { line_items: [{ id: sent.line_items[0]?.id, quantity: 3 }] });
  const cancelled = await fixture.onTransfer(cancel, sent.id);
  assert.equal(cancelled.status, "cancelled");
  assert.deepEqual(await both(variant), [7, 0, 3, 0]);
  await fixture.takeEvents();
  assert.deepEqual(await fixture.onTransfer(cancel, sent.id), cancelled);
  assert.deepEqual(await fixture.takeEvents(), []);
  await fixture.assertSound();
});

test("a line that takes a deny variant below 0 is rejected by name and moves nothing", async () => {
  const [rich, poor, backorder] = [
    await fixture.newVariant(9),
    await fixture.newVariant(2),
    await fixture.newVariant(0, "continue"),
  ];
  const line_items = [
    { variant_id: rich, quantity: 9 },
    { variant_id: poor, quantity: 3 },
    { variant_id: backorder, quantity: 5 },
  ];
  assert.deepEqual(await catchInvalidFields(make({ status: "in_transit", line_items })), [
    "line_items.1.quantity",
  ]);
  const draft = await make({ line_items });
  const { details } = await catchApiError(fixture.onTransfer(update, draft.id, { status: "in_transit" }));
  assert.match(details.fields?.[0]?.message ?? "", /^Only 2 available/);
  assert.deepEqual(await both(rich), [9, 0, 0, 0]);
  const [first, middle, last] = draft.line_items;
  const reordered = [{ id: middle?.id, quantity: 4 }, { id: last?.id }, { id: first?.id }];
  const both1 = fixture.onTransfer(update, draft.id, { status: "in_transit", line_items: reordered });
  assert.deepEqual(
    await catchInvalidFields(both1),
    ["line_items.0.quantity"],
    "the place is that in the request",
  );
  const fits = [{ id: first?.id }, { id: middle?.id, quantity: 2 }, { id: last?.id }];
  await fixture.onTransfer(update, draft.id, { status: "in_transit", line_items: fits });
  assert.deepEqual(await both(poor), [0, 0, 0, 2]);
  assert.deepEqual(await both(backorder), [-5, 0, 0, 5]);
  const more = fixture.onTransfer(update, draft.id, {
    line_items: [{ id: first?.id }, { id: middle?.id, quantity: 3 }, { id: last?.id }],
  });
  assert.deepEqual(await catchInvalidFields(more), ["line_items.1.quantity"]);
  await fixture.assertSound();
});

test("INV-4: changed lines in transit take more from the origin or return it", async () => {
  const [a, b] = [await fixture.newVariant(10), await fixture.newVariant(10)];
  const sent = await make({ status: "in_transit", line_items: [{ variant_id: a, quantity: 5 }] });
  await fixture.onTransfer(update, sent.id, {
    line_items: [
      { variant_id: a, quantity: 7 },
      { variant_id: b, quantity: 4 },
    ],
  });
  assert.deepEqual(await both(a), [3, 0, 0, 7]);
  assert.deepEqual(await both(b), [6, 0, 0, 4]);
  await fixture.onTransfer(update, sent.id, { line_items: [{ variant_id: b, quantity: 1 }] });
  assert.deepEqual(await both(a), [10, 0, 0, 0]);
  assert.deepEqual(await both(b), [9, 0, 0, 1]);
  await fixture.assertSound();
});

test("a transfer is between two locations of the store, fixed once it has left", async () => {
  const variant = await fixture.newVariant(3);
  const line_items = [{ variant_id: variant, quantity: 1 }];
  assert.deepEqual(await catchInvalidFields(make({ to_location_id: primary, line_items })), [
    "to_location_id",
  ]);
  assert.deepEqual(await catchInvalidFields(make({ from_location_id: 999_999, line_items })), [
    "from_location_id",
  ]);
  const sent = await make({ status: "in_transit", line_items });
  const { code, details } = await catchApiError(
    fixture.onTransfer(update, sent.id, { from_location_id: second, to_location_id: primary }),
  );
  assert.equal(code, "conflict");
  assert.deepEqual(
    details.fields?.map(({ path }) => path),
    ["from_location_id", "to_location_id"],
  );
  const same = { from_location_id: primary, to_location_id: second, cost_price: "1" };
  assert.deepEqual(await fixture.onTransfer(update, sent.id, same), sent);
});

test("a transfer's origin cannot be deleted until its units arrive or return", async () => {
  const { store } = fixture.seededStore;
  const { location } = await fixture.api.json<{ location: { id: number } }>(
    operations.createLocation,
    store,
    {
      body: { name: "Fair" },
    },
  );
  const place = { location_id: location.id, variant_id: await fixture.newVariant() };
  await fixture.api.text(operations.setInventoryLevel, store, { body: { ...place, quantity: 2 } });
  const line_items = [{ variant_id: place.variant_id, quantity: 2 }];
  const sent = await make({ status: "in_transit", from_location_id: location.id, line_items });
  const leave = () => fixture.api.text(operations.deleteLocation, store, { params: { id: location.id } });
  const { code, message } = await catchApiError(leave());
  assert.equal(code, "conflict");
  assert.match(message, new RegExp(`on their way to or from this location: ${sent.number}`));
  await fixture.onTransfer(receive, sent.id);
  await leave();
  assert.equal((await fixture.onTransfer(operations.getTransfer, sent.id)).from_location_name, "Fair");
});

test("only a draft and a cancelled transfer can be deleted", async () => {
  const variant = await fixture.newVariant(3);
  const sent = await make({ status: "in_transit", line_items: [{ variant_id: variant, quantity: 1 }] });
  assert.equal((await catchApiError(fixture.onTransfer(remove, sent.id))).code, "conflict");
  await fixture.onTransfer(cancel, sent.id);
  await fixture.onTransfer(remove, sent.id);
  assert.deepEqual(await both(variant), [3, 0, 0, 0]);
  const draft = await make({});
  await fixture.onTransfer(remove, draft.id);
  assert.equal((await catchApiError(fixture.onTransfer(operations.getTransfer, draft.id))).code, "not_found");
});

test("a variant deleted in transit is received without stock, and nothing returns", async () => {
  const [deleted, lost] = [await fixture.newVariant(5), await fixture.newVariant(5)];
  const receivable = await make({ status: "in_transit", line_items: [{ variant_id: deleted, quantity: 5 }] });
  const cancellable = await make({ status: "in_transit", line_items: [{ variant_id: lost, quantity: 5 }] });
  for (const variant of [deleted, lost]) await fixture.deleteVariant(variant);
  await fixture.takeEvents();
  assert.equal((await fixture.onTransfer(receive, receivable.id)).status, "received");
  assert.equal((await fixture.onTransfer(cancel, cancellable.id)).status, "cancelled");
  assert.deepEqual(await fixture.takeEvents(), []);
  await fixture.assertSound();
});
