import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertDone, assertNamesFields, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import type { Installed } from "../installing.ts";
import { type Level, loadLevels, setStock } from "../stock.ts";
import { installStockedApp, type StockedApp } from "../stocked-app.ts";
import { isTopic, listReceived, parsePayload, subscribe } from "../webhooks.ts";

interface Line {
  id: number;
  variant_id: number;
  quantity: number;
  received_quantity: number;
}

interface Document {
  id: number;
  number: string;
  status: string;
  line_items: Line[];
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

const quantityUpdate = "inventory_level/inventory_quantity_update";

let fixture: ConformanceFixture;
let store: StockedApp;
let buyer: Installed;
let primary: number;
let second: number;

before(async () => {
  fixture = await createConformanceFixture();
  store = await installStockedApp(fixture, "purchasing", ["read_purchasing", "write_purchasing"]);
  buyer = store.installed;
  primary = store.primary;
  second = store.others[0] ?? assert.fail("the store has only one location");
  for (const topic of ["purchase_order/create", "purchase_order/update", quantityUpdate, "product/update"])
    await subscribe(buyer, topic);
});
after(() => fixture.close());

/** Return a variant that no other test of this file uses, with this much at both locations. */
async function takeVariant(quantity = 10): Promise<number> {
  const { id } = store.takeVariant();
  for (const location_id of [primary, second]) await setStock(buyer.api, id, { location_id, quantity });
  return id;
}

async function order(body: object): Promise<Document> {
  const answer = await buyer.api.post("/4.0/purchase_orders.json", { purchase_order: body });
  return assertDone<{ purchase_order: Document }>(answer).purchase_order;
}

async function transfer(body: object): Promise<Document> {
  const places = { from_location_id: primary, to_location_id: second };
  const answer = await buyer.api.post("/4.0/transfers.json", { ...places, ...body });
  return assertDone<{ transfer: Document }>(answer).transfer;
}

const postStep = (id: number, step: string, body: object = {}) =>
  buyer.api.post(`/4.0/purchase_orders/${id}/${step}.json`, body);

/** Return the available and the incoming quantity of a variant at a location. */
async function readStock(variant: number, location: number): Promise<[number, number]> {
  const levels = await loadLevels(buyer.api, variant);
  const at = (level: Level): boolean => level.location_id === location;
  const level = levels.find(at) ?? assert.fail("no level");
  return [level.inventory_quantity, level.incoming_inventory_quantity];
}

async function listMovements(variant: number): Promise<Movement[]> {
  const path = `/4.0/inventory_movements.json?variant_ids=${variant}&sort=created_at.asc&limit=250`;
  return assertDone<{ inventory_movements: Movement[] }>(await buyer.api.get(path)).inventory_movements;
}

test("INV-4: incoming counts the open units of purchase orders until the last is received", async () => {
  const variant = await takeVariant();
  const line_items = [{ variant_id: variant, quantity: 8 }];
  const draft = await order({ location_id: second, line_items });
  assert.equal(draft.status, "draft");
  assert.deepEqual(await readStock(variant, second), [10, 0]);
  const path = `/4.0/purchase_orders/${draft.id}.json`;
  assertDone(await buyer.api.put(path, { status: "ordered" }));
  assert.deepEqual(await readStock(variant, second), [10, 8]);
  const other = await order({ status: "ordered", location_id: second, line_items });
  assert.deepEqual(await readStock(variant, second), [10, 16]);
  const [line] = draft.line_items;
  assertDone(await postStep(draft.id, "receive", { line_items: [{ id: line?.id, quantity: 3 }] }));
  assert.deepEqual(await readStock(variant, second), [13, 13]);
  assertDone(await buyer.api.put(path, { line_items: [{ id: line?.id, quantity: 6 }] }));
  assert.deepEqual(await readStock(variant, second), [13, 11]);
  assertDone(await postStep(draft.id, "receive"));
  assert.deepEqual(await readStock(variant, second), [16, 8]);
  assertDone(await postStep(other.id, "cancel"));
  assert.deepEqual(await readStock(variant, second), [16, 0]);
  const caused = (await listMovements(variant)).filter(({ purchase_order_id }) => purchase_order_id !== null);
  assert.deepEqual(
    new Set(caused.map(({ purchase_order_id }) => purchase_order_id)),
    new Set([draft.id, other.id]),
  );
  const sum = (field: string): number =>
    caused.filter((movement) => movement.field === field).reduce((total, { change }) => total + change, 0);
  assert.deepEqual([sum("inventory_quantity"), sum("incoming_inventory_quantity")], [6, 0]);
  assert.ok(caused.every(({ actor }) => actor.kind === "app"));
});

test("INV-4: transfer units leave one location, are incoming at another, and return on cancel", async () => {
  const variant = await takeVariant();
  const sent = await transfer({ status: "in_transit", line_items: [{ variant_id: variant, quantity: 7 }] });
  assert.deepEqual(await readStock(variant, primary), [3, 0]);
  assert.deepEqual(await readStock(variant, second), [10, 7]);
  const path = `/4.0/transfers/${sent.id}`;
  const line_items = [{ id: sent.line_items[0]?.id, quantity: 4 }];
  assertDone(await buyer.api.post(`${path}/receive.json`, { line_items }));
  assert.deepEqual(await readStock(variant, second), [14, 3]);
  assertDone(await buyer.api.post(`${path}/cancel.json`, {}));
  assert.deepEqual(await readStock(variant, primary), [6, 0]);
  assert.deepEqual(await readStock(variant, second), [14, 0]);
  const caused = (await listMovements(variant)).filter(({ transfer_id }) => transfer_id === sent.id);
  assert.equal(caused.length, 6);
});

test("INV-4: receiving never takes more than was ordered, however many try", async () => {
  const variant = await takeVariant(0);
  const made = await order({ status: "ordered", line_items: [{ variant_id: variant, quantity: 5 }] });
  const id = made.line_items[0]?.id;
  assertNamesFields(
    await postStep(made.id, "receive", { line_items: [{ id, quantity: 6 }] }),
    "line_items.0.quantity",
  );
  const tries = Array.from({ length: 9 }, () =>
    postStep(made.id, "receive", { line_items: [{ id, quantity: 2 }] }),
  );
  const answers = await Promise.all(tries);
  assert.equal(answers.filter(({ status }) => status === 200).length, 2);
  assert.deepEqual(await readStock(variant, primary), [4, 1]);
  assertDone(await postStep(made.id, "receive"));
  assertRejected(await postStep(made.id, "cancel"), 409, "conflict");
});

// Part of WHK-9 and WHK-14, too.
test("WHK-10: both purchase order topics send the record in purchase_order, as fetched by id", async () => {
  const variant = await takeVariant();
  const made = await order({ supplier_name: "Söüth", line_items: [{ variant_id: variant, quantity: 2 }] });
  const waitForDocument = async (topic: string, status: string): Promise<Document> => {
    const isIt = isTopic(topic);
    const request = await buyer.app.receiver.received((candidate) => {
      if (!isIt(candidate)) return false;
      const { purchase_order } = parsePayload<{ purchase_order: Document }>(candidate);
      return purchase_order.id === made.id && purchase_order.status === status;
    }, 10_000);
    assert.equal(request.headers["service-webhook-context"], undefined);
    const body = parsePayload<Record<string, Document>>(request);
    assert.deepEqual(Object.keys(body), ["purchase_order"]);
    return body["purchase_order"] ?? assert.fail();
  };
  const fetched = async (): Promise<Document> => {
    const answer = await buyer.api.get(`/4.0/purchase_orders/${made.id}.json`);
    return assertDone<{ purchase_order: Document }>(answer).purchase_order;
  };
  assert.deepEqual(await waitForDocument("purchase_order/create", "draft"), await fetched());
  assertDone(await buyer.api.put(`/4.0/purchase_orders/${made.id}.json`, { status: "ordered" }));
  assert.deepEqual(await waitForDocument("purchase_order/update", "ordered"), await fetched());
  assertDone(await postStep(made.id, "receive"));
  assert.deepEqual(await waitForDocument("purchase_order/update", "received"), await fetched());
  // Whoever compares updated_at keeps the newest.
  const times = listReceived(buyer, "purchase_order/update")
    .map((request) => parsePayload<{ purchase_order: Document }>(request).purchase_order)
    .filter(({ id }) => id === made.id)
    .map(({ updated_at }) => updated_at);
  assert.equal(new Set(times).size, 2);
});

test("WHK-6: stock moved by a purchase order or a transfer has it as context in its event", async () => {
  const variant = await takeVariant();
  const waitForContext = async (quantity: number, location: number): Promise<string | undefined> => {
    const isIt = isTopic(quantityUpdate);
    const request = await buyer.app.receiver.received((candidate) => {
      if (!isIt(candidate)) return false;
      const level = parsePayload<{ variant_id: number; location_id: number; inventory_quantity: number }>(
        candidate,
      );
      return (
        level.variant_id === variant &&
        level.location_id === location &&
        level.inventory_quantity === quantity
      );
    }, 10_000);
    return request.headers["service-webhook-context"] as string | undefined;
  };
  const line_items = [{ variant_id: variant, quantity: 4 }];
  const made = await order({ status: "ordered", location_id: primary, line_items });
  assertDone(await postStep(made.id, "receive"));
  assert.equal(await waitForContext(14, primary), "purchase_order/update");
  const sent = await transfer({ status: "in_transit", line_items });
  assertDone(await buyer.api.post(`/4.0/transfers/${sent.id}/receive.json`, {}));
  assert.equal(await waitForContext(14, second), "transfer/update");
});
