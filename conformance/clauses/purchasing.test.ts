import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertInvalidFields, assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import type { InstalledApp } from "../installing.ts";
import { type Level, loadLevels, setStock } from "../stock.ts";
import { installStockedApp, type StockedApp } from "../stocked-app.ts";
import { listReceivedWebhooks, matchTopic, parsePayload, subscribe } from "../webhooks.ts";

interface DocumentLine {
  id: number;
  variant_id: number;
  quantity: number;
  received_quantity: number;
}

/** A purchase order or a transfer. */
interface StockDocument {
  id: number;
  number: string;
  status: string;
  line_items: DocumentLine[];
  created_at: string;
  updated_at: string;
}

interface Movement {
  field: string;
  change: number;
  purchase_order_id: number | null;
  transfer_id: number | null;
  actor: { kind: string; id: string };
}

const quantityTopic = "inventory_level/inventory_quantity_update";

let fixture: ConformanceFixture;
let stockedApp: StockedApp;
let buyingApp: InstalledApp;
let primaryLocationId: number;
let otherLocationId: number;

before(async () => {
  fixture = await createConformanceFixture();
  stockedApp = await installStockedApp(fixture, "purchasing", ["read_purchasing", "write_purchasing"]);
  buyingApp = stockedApp.installedApp;
  primaryLocationId = stockedApp.primaryLocationId;
  otherLocationId = stockedApp.otherLocationIds[0] ?? assert.fail("the store has only one location");
  for (const topic of ["purchase_order/create", "purchase_order/update", quantityTopic, "product/update"])
    await subscribe(buyingApp, topic);
});
after(() => fixture.close());

/** Return the id of a variant that no other test uses, with this quantity at both locations. */
async function takeVariant(quantity = 10): Promise<number> {
  const { id } = stockedApp.takeVariant();
  for (const location_id of [primaryLocationId, otherLocationId])
    await setStock(buyingApp.api, id, { location_id, quantity });
  return id;
}

async function createPurchaseOrder(body: object): Promise<StockDocument> {
  const response = await buyingApp.api.post("/4.0/purchase_orders.json", { purchase_order: body });
  return assertOk<{ purchase_order: StockDocument }>(response).purchase_order;
}

async function createTransfer(body: object): Promise<StockDocument> {
  const locations = { from_location_id: primaryLocationId, to_location_id: otherLocationId };
  const response = await buyingApp.api.post("/4.0/transfers.json", { ...locations, ...body });
  return assertOk<{ transfer: StockDocument }>(response).transfer;
}

const postStep = (id: number, step: string, body: object = {}) =>
  buyingApp.api.post(`/4.0/purchase_orders/${id}/${step}.json`, body);

/** Return the available and the incoming quantity of a variant at a location. */
async function readStock(variantId: number, locationId: number): Promise<[number, number]> {
  const levels = await loadLevels(buyingApp.api, variantId);
  const isAtLocation = (level: Level): boolean => level.location_id === locationId;
  const level = levels.find(isAtLocation) ?? assert.fail("no level");
  return [level.inventory_quantity, level.incoming_inventory_quantity];
}

async function listMovements(variantId: number): Promise<Movement[]> {
  const path = `/4.0/inventory_movements.json?variant_ids=${variantId}&sort=created_at.asc&limit=250`;
  return assertOk<{ inventory_movements: Movement[] }>(await buyingApp.api.get(path)).inventory_movements;
}

test("INV-4: incoming stock counts ordered units until they are received or canceled", async () => {
  const variantId = await takeVariant();
  const line_items = [{ variant_id: variantId, quantity: 8 }];
  const draft = await createPurchaseOrder({ location_id: otherLocationId, line_items });
  assert.equal(draft.status, "draft");
  assert.deepEqual(await readStock(variantId, otherLocationId), [10, 0]);
  const path = `/4.0/purchase_orders/${draft.id}.json`;
  assertOk(await buyingApp.api.put(path, { status: "ordered" }));
  assert.deepEqual(await readStock(variantId, otherLocationId), [10, 8]);
  const otherOrder = await createPurchaseOrder({
    status: "ordered",
    location_id: otherLocationId,
    line_items,
  });
  assert.deepEqual(await readStock(variantId, otherLocationId), [10, 16]);
  const [line] = draft.line_items;
  assertOk(await postStep(draft.id, "receive", { line_items: [{ id: line?.id, quantity: 3 }] }));
  assert.deepEqual(await readStock(variantId, otherLocationId), [13, 13]);
  assertOk(await buyingApp.api.put(path, { line_items: [{ id: line?.id, quantity: 6 }] }));
  assert.deepEqual(await readStock(variantId, otherLocationId), [13, 11]);
  assertOk(await postStep(draft.id, "receive"));
  assert.deepEqual(await readStock(variantId, otherLocationId), [16, 8]);
  assertOk(await postStep(otherOrder.id, "cancel"));
  assert.deepEqual(await readStock(variantId, otherLocationId), [16, 0]);
  const orderMovements = (await listMovements(variantId)).filter(
    ({ purchase_order_id }) => purchase_order_id !== null,
  );
  assert.deepEqual(
    new Set(orderMovements.map(({ purchase_order_id }) => purchase_order_id)),
    new Set([draft.id, otherOrder.id]),
  );
  const sumChanges = (field: string): number =>
    orderMovements
      .filter((movement) => movement.field === field)
      .reduce((total, { change }) => total + change, 0);
  assert.deepEqual([sumChanges("inventory_quantity"), sumChanges("incoming_inventory_quantity")], [6, 0]);
  assert.ok(orderMovements.every(({ actor }) => actor.kind === "app"));
});

test("INV-4: a transfer's units leave the origin and are incoming at the destination", async () => {
  const variantId = await takeVariant();
  const createdTransfer = await createTransfer({
    status: "in_transit",
    line_items: [{ variant_id: variantId, quantity: 7 }],
  });
  assert.deepEqual(await readStock(variantId, primaryLocationId), [3, 0]);
  assert.deepEqual(await readStock(variantId, otherLocationId), [10, 7]);
  const path = `/4.0/transfers/${createdTransfer.id}`;
  const line_items = [{ id: createdTransfer.line_items[0]?.id, quantity: 4 }];
  assertOk(await buyingApp.api.post(`${path}/receive.json`, { line_items }));
  assert.deepEqual(await readStock(variantId, otherLocationId), [14, 3]);
  assertOk(await buyingApp.api.post(`${path}/cancel.json`, {}));
  assert.deepEqual(await readStock(variantId, primaryLocationId), [6, 0]);
  assert.deepEqual(await readStock(variantId, otherLocationId), [14, 0]);
  const transferMovements = (await listMovements(variantId)).filter(
    ({ transfer_id }) => transfer_id === createdTransfer.id,
  );
  // Shipping, receiving and canceling change two quantities each.
  assert.equal(transferMovements.length, 6);
});

test("INV-4: concurrent requests never receive more units than were ordered", async () => {
  const variantId = await takeVariant(0);
  const createdOrder = await createPurchaseOrder({
    status: "ordered",
    line_items: [{ variant_id: variantId, quantity: 5 }],
  });
  const id = createdOrder.line_items[0]?.id;
  assertInvalidFields(
    await postStep(createdOrder.id, "receive", { line_items: [{ id, quantity: 6 }] }),
    "line_items.0.quantity",
  );
  const requests = Array.from({ length: 9 }, () =>
    postStep(createdOrder.id, "receive", { line_items: [{ id, quantity: 2 }] }),
  );
  const responses = await Promise.all(requests);
  assert.equal(responses.filter(({ status }) => status === 200).length, 2);
  assert.deepEqual(await readStock(variantId, primaryLocationId), [4, 1]);
  assertOk(await postStep(createdOrder.id, "receive"));
  assertRejected(await postStep(createdOrder.id, "cancel"), 409, "conflict");
});

// Also covers parts of WHK-9 and WHK-14.
test("WHK-10: purchase order topics send the same `purchase_order` object as the API", async () => {
  const variantId = await takeVariant();
  const createdOrder = await createPurchaseOrder({
    supplier_name: "Söüth",
    line_items: [{ variant_id: variantId, quantity: 2 }],
  });
  const waitForDocument = async (topic: string, status: string): Promise<StockDocument> => {
    const hasTopic = matchTopic(topic);
    const request = await buyingApp.app.receiver.waitForRequest((candidate) => {
      if (!hasTopic(candidate)) return false;
      const { purchase_order } = parsePayload<{ purchase_order: StockDocument }>(candidate);
      return purchase_order.id === createdOrder.id && purchase_order.status === status;
    }, 10_000);
    assert.equal(request.headers["service-webhook-context"], undefined);
    const body = parsePayload<Record<string, StockDocument>>(request);
    assert.deepEqual(Object.keys(body), ["purchase_order"]);
    return body["purchase_order"] ?? assert.fail();
  };
  const fetchOrder = async (): Promise<StockDocument> => {
    const response = await buyingApp.api.get(`/4.0/purchase_orders/${createdOrder.id}.json`);
    return assertOk<{ purchase_order: StockDocument }>(response).purchase_order;
  };
  assert.deepEqual(await waitForDocument("purchase_order/create", "draft"), await fetchOrder());
  assertOk(await buyingApp.api.put(`/4.0/purchase_orders/${createdOrder.id}.json`, { status: "ordered" }));
  assert.deepEqual(await waitForDocument("purchase_order/update", "ordered"), await fetchOrder());
  assertOk(await postStep(createdOrder.id, "receive"));
  assert.deepEqual(await waitForDocument("purchase_order/update", "received"), await fetchOrder());
  // The times differ, so an app that compares updated_at keeps the newest record.
  const times = listReceivedWebhooks(buyingApp, "purchase_order/update")
    .map((request) => parsePayload<{ purchase_order: StockDocument }>(request).purchase_order)
    .filter(({ id }) => id === createdOrder.id)
    .map(({ updated_at }) => updated_at);
  assert.equal(new Set(times).size, 2);
});

test("WHK-6: stock webhooks of purchase orders and transfers have a context header", async () => {
  const variantId = await takeVariant();
  const waitForContext = async (quantity: number, locationId: number): Promise<string | undefined> => {
    const hasTopic = matchTopic(quantityTopic);
    const request = await buyingApp.app.receiver.waitForRequest((candidate) => {
      if (!hasTopic(candidate)) return false;
      const level = parsePayload<{ variant_id: number; location_id: number; inventory_quantity: number }>(
        candidate,
      );
      return (
        level.variant_id === variantId &&
        level.location_id === locationId &&
        level.inventory_quantity === quantity
      );
    }, 10_000);
    return request.headers["service-webhook-context"] as string | undefined;
  };
  const line_items = [{ variant_id: variantId, quantity: 4 }];
  const createdOrder = await createPurchaseOrder({
    status: "ordered",
    location_id: primaryLocationId,
    line_items,
  });
  assertOk(await postStep(createdOrder.id, "receive"));
  assert.equal(await waitForContext(14, primaryLocationId), "purchase_order/update");
  const createdTransfer = await createTransfer({ status: "in_transit", line_items });
  assertOk(await buyingApp.api.post(`/4.0/transfers/${createdTransfer.id}/receive.json`, {}));
  assert.equal(await waitForContext(14, otherLocationId), "transfer/update");
});
