import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError, operations } from "@souk/contract";
import { createPurchasingFixture, type PurchasingFixture } from "./testing/purchasing-fixture.ts";

let fixture: PurchasingFixture;
let primaryLocationId: number;
let secondLocationId: number;

before(async () => {
  fixture = await createPurchasingFixture({ maxConnections: 24 });
  ({ primaryLocationId, secondLocationId } = fixture.seededStore);
});
after(() => fixture.stop());

const isSuccessful = ({ status }: PromiseSettledResult<unknown>) => status === "fulfilled";

test("simultaneous receipts of a purchase order receive each unit only once", async () => {
  const variant = await fixture.createVariant();
  const order = await fixture.createPurchaseOrder({
    status: "ordered",
    line_items: [{ variant_id: variant, quantity: 10 }],
  });
  const line_items = [{ id: order.line_items[0]?.id, quantity: 3 }];
  const receipts = Array.from({ length: 16 }, () =>
    fixture.callOnPurchaseOrder(operations.receivePurchaseOrder, order.id, { line_items }),
  );
  const successfulReceipts = (await Promise.allSettled(receipts)).filter(isSuccessful);
  assert.equal(successfulReceipts.length, 3);
  assert.deepEqual(await fixture.getStock(variant, primaryLocationId), { available: 9, incoming: 1 });
  await fixture.assertConsistent();
});

test("the destination of a canceled transfer keeps only units received before the cancellation", async () => {
  for (let round = 0; round < 6; round++) {
    const variant = await fixture.createVariant(20);
    const transfer = await fixture.createTransfer({
      status: "in_transit",
      from_location_id: primaryLocationId,
      to_location_id: secondLocationId,
      line_items: [{ variant_id: variant, quantity: 20 }],
    });
    const line_items = [{ id: transfer.line_items[0]?.id, quantity: 2 }];
    const receiveTwoUnits = () =>
      fixture.callOnTransfer(operations.receiveTransfer, transfer.id, { line_items });
    // The third request cancels the transfer.
    const cancellationIndex = 2;
    const results = await Promise.allSettled([
      receiveTwoUnits(),
      receiveTwoUnits(),
      fixture.callOnTransfer(operations.cancelTransfer, transfer.id),
      receiveTwoUnits(),
      receiveTwoUnits(),
    ]);
    const receivedUnits =
      2 * results.filter((result, index) => index !== cancellationIndex && isSuccessful(result)).length;
    assert.deepEqual(await fixture.getStock(variant, secondLocationId), {
      available: receivedUnits,
      incoming: 0,
    });
    assert.deepEqual(await fixture.getStock(variant, primaryLocationId), {
      available: 20 - receivedUnits,
      incoming: 0,
    });
  }
  await fixture.assertConsistent();
});

test("receiving units while their variant is being deleted leaves no stock of the variant", async () => {
  for (let round = 0; round < 6; round++) {
    const [keptVariant, deletedVariant] = [await fixture.createVariant(), await fixture.createVariant()];
    const order = await fixture.createPurchaseOrder({
      status: "ordered",
      line_items: [keptVariant, deletedVariant].map((variant_id) => ({ variant_id, quantity: 3 })),
    });
    await Promise.all([
      fixture.callOnPurchaseOrder(operations.receivePurchaseOrder, order.id),
      fixture.deleteVariant(deletedVariant),
    ]);
    assert.deepEqual(await fixture.getStock(keptVariant, primaryLocationId), { available: 3, incoming: 0 });
  }
  await fixture.assertConsistent();
});

test("a purchase order and the deletion of its location cannot both succeed", async () => {
  const { store } = fixture.seededStore;
  for (let round = 0; round < 6; round++) {
    const { location } = await fixture.api.json<{ location: { id: number } }>(
      operations.createLocation,
      store,
      {
        body: { name: `Short-lived ${round}` },
      },
    );
    const line_items = [{ variant_id: await fixture.createVariant(), quantity: 1 }];
    const [orderResult, deletionResult] = await Promise.allSettled([
      fixture.createPurchaseOrder({ status: "ordered", location_id: location.id, line_items }),
      fixture.api.text(operations.deleteLocation, store, { params: { id: location.id } }),
    ]);
    assert.notEqual(orderResult.status, deletionResult.status);
    const rejectedResult = orderResult.status === "rejected" ? orderResult : deletionResult;
    assert.ok(
      rejectedResult.status === "rejected" && rejectedResult.reason instanceof ApiError,
      String(rejectedResult),
    );
  }
  await fixture.assertConsistent();
});

test("transfers, purchase orders and adjustments of the same variants in different sequences never deadlock", async (t) => {
  // Without retries, each deadlock fails the test.
  const fixtureWithoutRetries = await createPurchasingFixture({
    maxConnections: 24,
    retriesTransactions: false,
  });
  t.after(() => fixtureWithoutRetries.stop());
  const {
    primaryLocationId: mainLocation,
    secondLocationId: otherLocation,
    store,
  } = fixtureWithoutRetries.seededStore;
  const variants: number[] = [];
  for (let n = 0; n < 6; n++) variants.push(await fixtureWithoutRetries.createVariant(200));
  const lines = variants.map((variant_id) => ({ variant_id, quantity: 2 }));
  const toOther = { from_location_id: mainLocation, to_location_id: otherLocation };
  const toMain = { from_location_id: otherLocation, to_location_id: mainLocation };
  for (const variant_id of variants)
    await fixtureWithoutRetries.api.text(operations.setInventoryLevel, store, {
      body: { variant_id, location_id: otherLocation, quantity: 200 },
    });
  const createDocuments = async (n: number): Promise<void> => {
    const line_items = n % 2 === 0 ? lines : lines.toReversed();
    const locations = n % 3 === 0 ? toOther : toMain;
    const { id } = await fixtureWithoutRetries.createTransfer({
      status: "in_transit",
      ...locations,
      line_items,
    });
    if (n % 4 === 0) await fixtureWithoutRetries.callOnTransfer(operations.cancelTransfer, id);
    else await fixtureWithoutRetries.callOnTransfer(operations.receiveTransfer, id);
    const order = await fixtureWithoutRetries.createPurchaseOrder({
      status: "ordered",
      location_id: n % 2 ? mainLocation : otherLocation,
      line_items,
    });
    await fixtureWithoutRetries.callOnPurchaseOrder(operations.receivePurchaseOrder, order.id);
  };
  const adjustStock = (n: number) =>
    fixtureWithoutRetries.api.text(operations.adjustInventoryLevel, store, {
      body: {
        variant_id: variants[n % variants.length],
        location_id: n % 2 ? mainLocation : otherLocation,
        adjustment_quantity: -1,
      },
    });
  await Promise.all(Array.from({ length: 24 }, (_, n) => [createDocuments(n), adjustStock(n)]).flat());
  await fixtureWithoutRetries.assertConsistent();
});
