import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations, Refusal } from "@souk/contract";
import { type PurchasingRig, purchasingRig } from "./testing/purchasing-rig.ts";

let rig: PurchasingRig;
let primary: number;
let second: number;

before(async () => {
  rig = await purchasingRig({ maxConnections: 24 });
  ({ primary, second } = rig.shop);
});
after(() => rig.stop());

const isDone = ({ status }: PromiseSettledResult<unknown>) => status === "fulfilled";

test("many receipts at once take each unit once", async () => {
  const variant = await rig.newVariant();
  const order = await rig.order({ status: "ordered", line_items: [{ variant_id: variant, quantity: 10 }] });
  const line_items = [{ id: order.line_items[0]?.id, quantity: 3 }];
  const tries = Array.from({ length: 16 }, () =>
    rig.onOrder(operations.receivePurchaseOrder, order.id, { line_items }),
  );
  const done = (await Promise.allSettled(tries)).filter(isDone);
  assert.equal(done.length, 3);
  assert.deepEqual(await rig.stock(variant, primary), { available: 9, incoming: 1 });
  await rig.assertSound();
});

test("receipts against a cancellation: what came before it is in stock, the rest is nowhere", async () => {
  for (let round = 0; round < 6; round++) {
    const variant = await rig.newVariant(20);
    const sent = await rig.transfer({
      status: "in_transit",
      from_location_id: primary,
      to_location_id: second,
      line_items: [{ variant_id: variant, quantity: 20 }],
    });
    const line_items = [{ id: sent.line_items[0]?.id, quantity: 2 }];
    const receipt = () => rig.onTransfer(operations.receiveTransfer, sent.id, { line_items });
    const results = await Promise.allSettled([
      receipt(),
      receipt(),
      rig.onTransfer(operations.cancelTransfer, sent.id),
      receipt(),
      receipt(),
    ]);
    const come = 2 * results.filter((result, at) => at !== 2 && isDone(result)).length;
    assert.deepEqual(await rig.stock(variant, second), { available: come, incoming: 0 });
    assert.deepEqual(await rig.stock(variant, primary), { available: 20 - come, incoming: 0 });
  }
  await rig.assertSound();
});

test("receipts against the deletion of a variant: the units are counted, and its stock ends at nothing", async () => {
  for (let round = 0; round < 6; round++) {
    const [stays, goes] = [await rig.newVariant(), await rig.newVariant()];
    const order = await rig.order({
      status: "ordered",
      line_items: [stays, goes].map((variant_id) => ({ variant_id, quantity: 3 })),
    });
    await Promise.all([rig.onOrder(operations.receivePurchaseOrder, order.id), rig.deleteVariant(goes)]);
    assert.deepEqual(await rig.stock(stays, primary), { available: 3, incoming: 0 });
  }
  await rig.assertSound();
});

test("an order against the deletion of its location: the one or the other, never both", async () => {
  const { store } = rig.shop;
  for (let round = 0; round < 6; round++) {
    const { location } = await rig.api.json<{ location: { id: number } }>(operations.createLocation, store, {
      body: { name: `Short-lived ${round}` },
    });
    const line_items = [{ variant_id: await rig.newVariant(), quantity: 1 }];
    const [ordered, deleted] = await Promise.allSettled([
      rig.order({ status: "ordered", location_id: location.id, line_items }),
      rig.api.text(operations.deleteLocation, store, { params: { id: location.id } }),
    ]);
    assert.notEqual(ordered.status, deleted.status);
    const refused = ordered.status === "rejected" ? ordered : deleted;
    assert.ok(refused.status === "rejected" && refused.reason instanceof Refusal, String(refused));
  }
  await rig.assertSound();
});

test("documents with the same variants in opposite orders, beside sales, never wait for each other in a circle", async (t) => {
  // After a deadlock nothing is run again here.
  const rig = await purchasingRig({ maxConnections: 24, once: true });
  t.after(() => rig.stop());
  const { primary, second, store } = rig.shop;
  const variants: number[] = [];
  for (let n = 0; n < 6; n++) variants.push(await rig.newVariant(200));
  const lines = variants.map((variant_id) => ({ variant_id, quantity: 2 }));
  const there = { from_location_id: primary, to_location_id: second };
  const back = { from_location_id: second, to_location_id: primary };
  for (const line of variants)
    await rig.api.text(operations.setInventoryLevel, store, {
      body: { variant_id: line, location_id: second, quantity: 200 },
    });
  const work = async (n: number): Promise<void> => {
    const line_items = n % 2 === 0 ? lines : lines.toReversed();
    const way = n % 3 === 0 ? there : back;
    const { id } = await rig.transfer({ status: "in_transit", ...way, line_items });
    if (n % 4 === 0) await rig.onTransfer(operations.cancelTransfer, id);
    else await rig.onTransfer(operations.receiveTransfer, id);
    const order = await rig.order({ status: "ordered", location_id: n % 2 ? primary : second, line_items });
    await rig.onOrder(operations.receivePurchaseOrder, order.id);
  };
  const sell = (n: number) =>
    rig.api.text(operations.adjustInventoryLevel, store, {
      body: {
        variant_id: variants[n % variants.length],
        location_id: n % 2 ? primary : second,
        adjustment_quantity: -1,
      },
    });
  await Promise.all(Array.from({ length: 24 }, (_, n) => [work(n), sell(n)]).flat());
  await rig.assertSound();
});
