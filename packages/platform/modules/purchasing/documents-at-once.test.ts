import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError, operations } from "@souk/contract";
import { createPurchasingFixture, type PurchasingFixture } from "./testing/purchasing-fixture.ts";

let fixture: PurchasingFixture;
let primary: number;
let second: number;

before(async () => {
  fixture = await createPurchasingFixture({ maxConnections: 24 });
  ({ primary, second } = fixture.seededStore);
});
after(() => fixture.stop());

const isDone = ({ status }: PromiseSettledResult<unknown>) => status === "fulfilled";

test("many concurrent receipts receive each unit once", async () => {
  const variant = await fixture.newVariant();
  const order = await fixture.order({
    status: "ordered",
    line_items: [{ variant_id: variant, quantity: 10 }],
  });
  const line_items = [{ id: order.line_items[0]?.id, quantity: 3 }];
  const tries = Array.from({ length: 16 }, () =>
    fixture.onOrder(operations.receivePurchaseOrder, order.id, { line_items }),
  );
  const done = (await Promise.allSettled(tries)).filter(isDone);
  assert.equal(done.length, 3);
  assert.deepEqual(await fixture.stock(variant, primary), { available: 9, incoming: 1 });
  await fixture.assertSound();
});

test("receipts during a cancellation count units received before it, and no others", async () => {
  for (let round = 0; round < 6; round++) {
    const variant = await fixture.newVariant(20);
    const sent = await fixture.transfer({
      status: "in_transit",
      from_location_id: primary,
      to_location_id: second,
      line_items: [{ variant_id: variant, quantity: 20 }],
    });
    const line_items = [{ id: sent.line_items[0]?.id, quantity: 2 }];
    const receipt = () => fixture.onTransfer(operations.receiveTransfer, sent.id, { line_items });
    const results = await Promise.allSettled([
      receipt(),
      receipt(),
      fixture.onTransfer(operations.cancelTransfer, sent.id),
      receipt(),
      receipt(),
    ]);
    const come = 2 * results.filter((result, index) => index !== 2 && isDone(result)).length;
    assert.deepEqual(await fixture.stock(variant, second), { available: come, incoming: 0 });
    assert.deepEqual(await fixture.stock(variant, primary), { available: 20 - come, incoming: 0 });
  }
  await fixture.assertSound();
});

test("receipts during a variant's deletion count the units, and its stock ends at 0", async () => {
  for (let round = 0; round < 6; round++) {
    const [stays, goes] = [await fixture.newVariant(), await fixture.newVariant()];
    const order = await fixture.order({
      status: "ordered",
      line_items: [stays, goes].map((variant_id) => ({ variant_id, quantity: 3 })),
    });
    await Promise.all([
      fixture.onOrder(operations.receivePurchaseOrder, order.id),
      fixture.deleteVariant(goes),
    ]);
    assert.deepEqual(await fixture.stock(stays, primary), { available: 3, incoming: 0 });
  }
  await fixture.assertSound();
});

test("of an order and a concurrent deletion of its location, exactly one succeeds", async () => {
  const { store } = fixture.seededStore;
  for (let round = 0; round < 6; round++) {
    const { location } = await fixture.api.json<{ location: { id: number } }>(
      operations.createLocation,
      store,
      {
        body: { name: `Short-lived ${round}` },
      },
    );
    const line_items = [{ variant_id: await fixture.newVariant(), quantity: 1 }];
    const [ordered, deleted] = await Promise.allSettled([
      fixture.order({ status: "ordered", location_id: location.id, line_items }),
      fixture.api.text(operations.deleteLocation, store, { params: { id: location.id } }),
    ]);
    assert.notEqual(ordered.status, deleted.status);
    const rejected = ordered.status === "rejected" ? ordered : deleted;
    assert.ok(rejected.status === "rejected" && rejected.reason instanceof ApiError, String(rejected));
  }
  await fixture.assertSound();
});

test("documents with the same variants in opposite orders never deadlock beside sales", async (t) => {
  // After a deadlock nothing is run again here.
  const fixture = await createPurchasingFixture({ maxConnections: 24, once: true });
  t.after(() => fixture.stop());
  const { primary, second, store } = fixture.seededStore;
  const variants: number[] = [];
  for (let n = 0; n < 6; n++) variants.push(await fixture.newVariant(200));
  const lines = variants.map((variant_id) => ({ variant_id, quantity: 2 }));
  const there = { from_location_id: primary, to_location_id: second };
  const back = { from_location_id: second, to_location_id: primary };
  for (const line of variants)
    await fixture.api.text(operations.setInventoryLevel, store, {
      body: { variant_id: line, location_id: second, quantity: 200 },
    });
  const work = async (n: number): Promise<void> => {
    const line_items = n % 2 === 0 ? lines : lines.toReversed();
    const way = n % 3 === 0 ? there : back;
    const { id } = await fixture.transfer({ status: "in_transit", ...way, line_items });
    if (n % 4 === 0) await fixture.onTransfer(operations.cancelTransfer, id);
    else await fixture.onTransfer(operations.receiveTransfer, id);
    const order = await fixture.order({
      status: "ordered",
      location_id: n % 2 ? primary : second,
      line_items,
    });
    await fixture.onOrder(operations.receivePurchaseOrder, order.id);
  };
  const sell = (n: number) =>
    fixture.api.text(operations.adjustInventoryLevel, store, {
      body: {
        variant_id: variants[n % variants.length],
        location_id: n % 2 ? primary : second,
        adjustment_quantity: -1,
      },
    });
  await Promise.all(Array.from({ length: 24 }, (_, n) => [work(n), sell(n)]).flat());
  await fixture.assertSound();
});
