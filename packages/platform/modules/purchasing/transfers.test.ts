import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { Check } from "typebox/value";
import { catchApiError, catchInvalidFields } from "../../infrastructure/routing/testing/catch-api-error.ts";
import { createPurchasingFixture, type PurchasingFixture } from "./testing/purchasing-fixture.ts";

let fixture: PurchasingFixture;
let primaryLocationId: number;
let secondLocationId: number;

const update = operations.updateTransfer;
const receive = operations.receiveTransfer;
const cancel = operations.cancelTransfer;
const remove = operations.deleteTransfer;

before(async () => {
  fixture = await createPurchasingFixture();
  ({ primaryLocationId, secondLocationId } = fixture.seededStore);
});
after(() => fixture.stop());

const createTransfer = (body: object) =>
  fixture.createTransfer({ from_location_id: primaryLocationId, to_location_id: secondLocationId, ...body });

/** Return the available and incoming units at the origin, then those at the destination. */
async function getBothStocks(variant: number) {
  const [origin, destination] = [
    await fixture.getStock(variant, primaryLocationId),
    await fixture.getStock(variant, secondLocationId),
  ];
  return [origin.available, origin.incoming, destination.available, destination.incoming];
}

test("INV-4: sent units of a transfer leave its origin, and received units become available at its destination", async () => {
  const variant = await fixture.createVariant(10);
  const draft = await createTransfer({ line_items: [{ variant_id: variant, quantity: 6 }] });
  assert.ok(Check(operations.getTransfer.response, { transfer: draft }));
  assert.match(draft.number, /^TR-\d{4}$/);
  assert.deepEqual([draft.from_location_name, draft.to_location_name], ["Main", "Second"]);
  assert.deepEqual(await getBothStocks(variant), [10, 0, 0, 0]);
  await fixture.takeEvents();
  const transfer = await fixture.callOnTransfer(update, draft.id, { status: "in_transit" });
  assert.ok(transfer.status === "in_transit" && transfer.sent_at !== null);
  assert.deepEqual(await getBothStocks(variant), [4, 0, 0, 6]);
  const events = await fixture.takeEvents();
  assert.deepEqual(
    events.map(({ topic, context }) => [topic, context]),
    [
      ["inventory_level/inventory_quantity_update", "transfer/update"],
      ["product/update", "transfer/update"],
    ],
  );
  const lineId = transfer.line_items[0]?.id;
  const partiallyReceivedTransfer = await fixture.callOnTransfer(receive, draft.id, {
    line_items: [{ id: lineId, quantity: 4 }],
  });
  assert.equal(partiallyReceivedTransfer.status, "partially_received");
  assert.deepEqual(await getBothStocks(variant), [4, 0, 4, 2]);
  const receivedTransfer = await fixture.callOnTransfer(receive, draft.id);
  assert.ok(receivedTransfer.status === "received" && receivedTransfer.received_at !== null);
  assert.deepEqual(await getBothStocks(variant), [4, 0, 6, 0]);
  const rows = await fixture.db.database.many<{ reason: string }>(
    "select distinct reason from inventory_movements where transfer_id = $1 and reference = $2 order by 1",
    [draft.id, draft.number],
  );
  assert.deepEqual(
    rows.map(({ reason }) => reason),
    ["transfer received", "transfer sent"],
  );
  await fixture.assertConsistent();
});

test("INV-4: canceling a transfer puts unreceived units back into the origin's stock", async () => {
  const variant = await fixture.createVariant(10);
  const transfer = await createTransfer({
    status: "in_transit",
    line_items: [{ variant_id: variant, quantity: 8 }],
  });
  await fixture.callOnTransfer(receive, transfer.id, {
    line_items: [{ id: transfer.line_items[0]?.id, quantity: 3 }],
  });
  const canceledTransfer = await fixture.callOnTransfer(cancel, transfer.id);
  assert.equal(canceledTransfer.status, "cancelled");
  assert.deepEqual(await getBothStocks(variant), [7, 0, 3, 0]);
  await fixture.takeEvents();
  assert.deepEqual(await fixture.callOnTransfer(cancel, transfer.id), canceledTransfer);
  assert.deepEqual(await fixture.takeEvents(), []);
  await fixture.assertConsistent();
});

test("a transfer line is rejected if the origin has too few units and the variant has the policy `deny`", async () => {
  const [plentifulVariant, scarceVariant, continueVariant] = [
    await fixture.createVariant(9),
    await fixture.createVariant(2),
    await fixture.createVariant(0, "continue"),
  ];
  const line_items = [
    { variant_id: plentifulVariant, quantity: 9 },
    { variant_id: scarceVariant, quantity: 3 },
    { variant_id: continueVariant, quantity: 5 },
  ];
  assert.deepEqual(await catchInvalidFields(createTransfer({ status: "in_transit", line_items })), [
    "line_items.1.quantity",
  ]);
  const draft = await createTransfer({ line_items });
  const { details } = await catchApiError(fixture.callOnTransfer(update, draft.id, { status: "in_transit" }));
  assert.match(details.fields?.[0]?.message ?? "", /^Only 2 available/);
  assert.deepEqual(await getBothStocks(plentifulVariant), [9, 0, 0, 0]);
  const [firstLine, middleLine, lastLine] = draft.line_items;
  const reorderedLines = [{ id: middleLine?.id, quantity: 4 }, { id: lastLine?.id }, { id: firstLine?.id }];
  const reorderedUpdate = fixture.callOnTransfer(update, draft.id, {
    status: "in_transit",
    line_items: reorderedLines,
  });
  assert.deepEqual(
    await catchInvalidFields(reorderedUpdate),
    ["line_items.0.quantity"],
    "the path has the line's index in the request",
  );
  const availableLines = [{ id: firstLine?.id }, { id: middleLine?.id, quantity: 2 }, { id: lastLine?.id }];
  await fixture.callOnTransfer(update, draft.id, { status: "in_transit", line_items: availableLines });
  assert.deepEqual(await getBothStocks(scarceVariant), [0, 0, 0, 2]);
  assert.deepEqual(await getBothStocks(continueVariant), [-5, 0, 0, 5]);
  const updateWithMoreUnits = fixture.callOnTransfer(update, draft.id, {
    line_items: [{ id: firstLine?.id }, { id: middleLine?.id, quantity: 3 }, { id: lastLine?.id }],
  });
  assert.deepEqual(await catchInvalidFields(updateWithMoreUnits), ["line_items.1.quantity"]);
  await fixture.assertConsistent();
});

test("INV-4: changing lines of a transfer in transit changes the stock of its origin", async () => {
  const [removedVariant, addedVariant] = [await fixture.createVariant(10), await fixture.createVariant(10)];
  const transfer = await createTransfer({
    status: "in_transit",
    line_items: [{ variant_id: removedVariant, quantity: 5 }],
  });
  await fixture.callOnTransfer(update, transfer.id, {
    line_items: [
      { variant_id: removedVariant, quantity: 7 },
      { variant_id: addedVariant, quantity: 4 },
    ],
  });
  assert.deepEqual(await getBothStocks(removedVariant), [3, 0, 0, 7]);
  assert.deepEqual(await getBothStocks(addedVariant), [6, 0, 0, 4]);
  await fixture.callOnTransfer(update, transfer.id, {
    line_items: [{ variant_id: addedVariant, quantity: 1 }],
  });
  assert.deepEqual(await getBothStocks(removedVariant), [10, 0, 0, 0]);
  assert.deepEqual(await getBothStocks(addedVariant), [9, 0, 0, 1]);
  await fixture.assertConsistent();
});

test("a transfer has two different locations, which are fixed once it is in transit", async () => {
  const variant = await fixture.createVariant(3);
  const line_items = [{ variant_id: variant, quantity: 1 }];
  assert.deepEqual(
    await catchInvalidFields(createTransfer({ to_location_id: primaryLocationId, line_items })),
    ["to_location_id"],
  );
  assert.deepEqual(await catchInvalidFields(createTransfer({ from_location_id: 999_999, line_items })), [
    "from_location_id",
  ]);
  const transfer = await createTransfer({ status: "in_transit", line_items });
  const { code, details } = await catchApiError(
    fixture.callOnTransfer(update, transfer.id, {
      from_location_id: secondLocationId,
      to_location_id: primaryLocationId,
    }),
  );
  assert.equal(code, "conflict");
  assert.deepEqual(
    details.fields?.map(({ path }) => path),
    ["from_location_id", "to_location_id"],
  );
  const unchangedFields = {
    from_location_id: primaryLocationId,
    to_location_id: secondLocationId,
    cost_price: "1",
  };
  assert.deepEqual(await fixture.callOnTransfer(update, transfer.id, unchangedFields), transfer);
});

test("the origin of a transfer cannot be deleted while units are in transit", async () => {
  const { store } = fixture.seededStore;
  const { location } = await fixture.api.json<{ location: { id: number } }>(
    operations.createLocation,
    store,
    {
      body: { name: "Fair" },
    },
  );
  const level = { location_id: location.id, variant_id: await fixture.createVariant() };
  await fixture.api.text(operations.setInventoryLevel, store, { body: { ...level, quantity: 2 } });
  const line_items = [{ variant_id: level.variant_id, quantity: 2 }];
  const transfer = await createTransfer({ status: "in_transit", from_location_id: location.id, line_items });
  const deleteLocation = () =>
    fixture.api.text(operations.deleteLocation, store, { params: { id: location.id } });
  const { code, message } = await catchApiError(deleteLocation());
  assert.equal(code, "conflict");
  assert.match(message, new RegExp(`in transit to or from this location: ${transfer.number}`));
  await fixture.callOnTransfer(receive, transfer.id);
  await deleteLocation();
  assert.equal(
    (await fixture.callOnTransfer(operations.getTransfer, transfer.id)).from_location_name,
    "Fair",
  );
});

test("only draft and canceled transfers can be deleted", async () => {
  const variant = await fixture.createVariant(3);
  const transfer = await createTransfer({
    status: "in_transit",
    line_items: [{ variant_id: variant, quantity: 1 }],
  });
  assert.equal((await catchApiError(fixture.callOnTransfer(remove, transfer.id))).code, "conflict");
  await fixture.callOnTransfer(cancel, transfer.id);
  await fixture.callOnTransfer(remove, transfer.id);
  assert.deepEqual(await getBothStocks(variant), [3, 0, 0, 0]);
  const draft = await createTransfer({});
  await fixture.callOnTransfer(remove, draft.id);
  assert.equal(
    (await catchApiError(fixture.callOnTransfer(operations.getTransfer, draft.id))).code,
    "not_found",
  );
});

test("receiving or canceling a transfer of a deleted variant does not change stock", async () => {
  const [firstVariant, secondVariant] = [await fixture.createVariant(5), await fixture.createVariant(5)];
  const firstTransfer = await createTransfer({
    status: "in_transit",
    line_items: [{ variant_id: firstVariant, quantity: 5 }],
  });
  const secondTransfer = await createTransfer({
    status: "in_transit",
    line_items: [{ variant_id: secondVariant, quantity: 5 }],
  });
  for (const variant of [firstVariant, secondVariant]) await fixture.deleteVariant(variant);
  await fixture.takeEvents();
  assert.equal((await fixture.callOnTransfer(receive, firstTransfer.id)).status, "received");
  assert.equal((await fixture.callOnTransfer(cancel, secondTransfer.id)).status, "cancelled");
  assert.deepEqual(await fixture.takeEvents(), []);
  await fixture.assertConsistent();
});
