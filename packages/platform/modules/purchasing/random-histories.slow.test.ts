import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError, operations } from "@souk/contract";
import { proofSeed, proofSize, seededRandom } from "@souk/testkit";
import {
  createPurchasingFixture,
  type PurchaseOrder,
  type PurchasingFixture,
  type Transfer,
} from "./testing/purchasing-fixture.ts";

let fixture: PurchasingFixture;

before(async () => {
  fixture = await createPurchasingFixture();
});
after(() => fixture.stop());

const random = seededRandom(proofSeed());
const below = (bound: number): number => Math.floor(random() * bound);
const pick = <T>(from: readonly T[]): T => from[below(from.length)] ?? assert.fail("nothing to pick from");

type Document = PurchaseOrder | Transfer;
const isOrder = (document: Document): document is PurchaseOrder => "location_id" in document;

/** The expected state of the store, derived from the interface and independent of the code under test. */
interface Model {
  available: Map<string, number>;
  documents: Map<string, Document>;
}

const place = (variant: number, location: number): string => `${variant} ${location}`;

function add(model: Model, at: string, change: number): void {
  model.available.set(at, (model.available.get(at) ?? 0) + change);
}

const isOpen = ({ status }: Document): boolean => !["draft", "received", "cancelled"].includes(status);

function computeIncoming(model: Model, variant: number, location: number): number {
  const open = [...model.documents.values()].filter(isOpen);
  const coming = open.filter(
    (document) => (isOrder(document) ? document.location_id : document.to_location_id) === location,
  );
  const lines = coming.flatMap(({ line_items }) => line_items).filter((line) => line.variant_id === variant);
  return lines.reduce((sum, line) => sum + line.quantity - line.received_quantity, 0);
}

/** Apply the units that a step moved: received units, and units that left or returned to their origin. */
function settle(model: Model, before: Document | null, after: Document): void {
  const to = isOrder(after) ? after.location_id : after.to_location_id;
  const variants = new Set(
    [...(before?.line_items ?? []), ...after.line_items].map((line) => line.variant_id),
  );
  for (const variant of variants) {
    const [was, is] = [before, after].map((document) => {
      const line = document?.line_items.find((item) => item.variant_id === variant);
      const received = line?.received_quantity ?? 0;
      const onTheWay = line && document && isOpen(document) ? line.quantity - received : 0;
      return { received, departed: received + onTheWay };
    });
    if (!was || !is) continue;
    add(model, place(variant, to), is.received - was.received);
    if (!isOrder(after)) add(model, place(variant, after.from_location_id), was.departed - is.departed);
  }
}

const steps = [
  "create",
  "create",
  "update",
  "update",
  "receive",
  "receive",
  "receive",
  "cancel",
  "delete",
  "sell",
];

async function assertAsModeled(model: Model, variants: readonly number[]): Promise<void> {
  const { db, seededStore } = fixture;
  const rows = await db.database.many<{ at: string; available: number; incoming: number }>(
    `select variant_id || ' ' || location_id as at, inventory_quantity as available,
       incoming_inventory_quantity as incoming
     from inventory_levels where store_id = $1`,
    [seededStore.store.id],
  );
  const levels = new Map(rows.map(({ at, ...stock }) => [at, stock]));
  for (const variant of variants)
    for (const location of [seededStore.primary, seededStore.second]) {
      const at = place(variant, location);
      const available = model.available.get(at) ?? 0;
      const expected = { available, incoming: computeIncoming(model, variant, location) };
      assert.deepEqual(levels.get(at) ?? { available: 0, incoming: 0 }, expected, at);
    }
  await fixture.assertSound();
}

function someLines(variants: readonly number[]): object[] {
  const some = variants.filter(() => random() < 0.5);
  return some.map((variant_id) => ({ variant_id, quantity: 1 + below(6) }));
}

/**
 * Generate lines that a document could have next: some kept, some removed, some new, mostly valid and sometimes not.
 */
function nextLines({ line_items }: Document, variants: readonly number[]): object[] {
  const kept = line_items.filter(({ received_quantity }) => received_quantity > 0 || random() < 0.7);
  const has = new Set(line_items.map(({ variant_id }) => variant_id));
  return [
    ...kept.map(({ id, quantity }) => ({ id, quantity: Math.max(1, quantity + below(5) - 2) })),
    ...someLines(variants.filter((variant) => !has.has(variant) && random() < 0.3)),
  ];
}

function creation(variants: readonly number[], orders: boolean): object {
  const { primary, second } = fixture.seededStore;
  const placed = random() < 0.5;
  const line_items = someLines(variants);
  const [from, to] = random() < 0.7 ? [primary, second] : [second, primary];
  return orders
    ? { status: placed ? "ordered" : "draft", location_id: to, line_items }
    : { status: placed ? "in_transit" : "draft", from_location_id: from, to_location_id: to, line_items };
}

/** Build the request of one step. Null: there is no document for it. */
function buildRequest(model: Model, variants: readonly number[]) {
  const step = pick(steps);
  if (step === "create") {
    const orders = random() < 0.5;
    const operation = orders ? operations.createPurchaseOrder : operations.createTransfer;
    return { operation, document: null, body: creation(variants, orders) };
  }
  if (model.documents.size === 0) return null;
  const document = pick([...model.documents.values()]);
  const orders = isOrder(document);
  if (step === "update") {
    const sent = orders ? "ordered" : "in_transit";
    const body = {
      ...(random() < 0.5 ? { status: sent } : {}),
      ...(random() < 0.7 ? { line_items: nextLines(document, variants) } : {}),
      ...(random() < 0.2 ? { note: `note ${below(100)}` } : {}),
    };
    return { operation: orders ? operations.updatePurchaseOrder : operations.updateTransfer, document, body };
  }
  if (step === "receive") {
    const line_items = document.line_items
      .filter(() => random() < 0.6)
      .map(({ id }) => ({ id, quantity: 1 + below(4) }));
    const body = line_items.length === 0 ? {} : { line_items };
    return {
      operation: orders ? operations.receivePurchaseOrder : operations.receiveTransfer,
      document,
      body,
    };
  }
  const cancels = step === "cancel" && random() < 0.5;
  if (cancels)
    return {
      operation: orders ? operations.cancelPurchaseOrder : operations.cancelTransfer,
      document,
      body: {},
    };
  if (step === "delete")
    return {
      operation: orders ? operations.deletePurchaseOrder : operations.deleteTransfer,
      document,
      body: {},
    };
  return null;
}

async function sell(model: Model, variants: readonly number[]): Promise<void> {
  const { primary, second, store } = fixture.seededStore;
  const [variant_id, location_id] = [pick(variants), pick([primary, second])];
  const adjustment_quantity = pick([-2, -1, 3]);
  const body = { variant_id, location_id, adjustment_quantity };
  const done = await fixture.api.text(operations.adjustInventoryLevel, store, { body }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError) return false;
      throw error;
    },
  );
  if (done) add(model, place(variant_id, location_id), adjustment_quantity);
}

interface Tally {
  done: number;
  rejected: Map<string, number>;
}

async function oneStep(model: Model, variants: readonly number[], tally: Tally): Promise<void> {
  const request = buildRequest(model, variants);
  if (request === null) return sell(model, variants);
  const { operation, document, body } = request;
  const key = (each: Document): string => `${isOrder(each) ? "order" : "transfer"} ${each.id}`;
  try {
    const answer = await fixture.api.json<{ purchase_order?: PurchaseOrder; transfer?: Transfer }>(
      operation,
      fixture.seededStore.store,
      { params: { id: document?.id }, body },
    );
    tally.done++;
    const after = answer.purchase_order ?? answer.transfer;
    if (after === undefined) {
      assert.ok(document && ["draft", "cancelled"].includes(document.status), "deleted while it was open");
      model.documents.delete(key(document));
      return;
    }
    settle(model, document, after);
    model.documents.set(key(after), after);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    tally.rejected.set(error.code, (tally.rejected.get(error.code) ?? 0) + 1);
  }
}

test("INV-4: levels, ledger and open documents agree after every random step", async () => {
  const histories = proofSize({ ci: 60, full: 2_000 });
  const tally: Tally = { done: 0, rejected: new Map() };
  for (let n = 0; n < histories; n++) {
    // A store of its own, since its whole ledger is checked after each step.
    fixture = await fixture.another();
    const variants = [
      await fixture.newVariant(below(12)),
      await fixture.newVariant(below(4)),
      await fixture.newVariant(0, "continue"),
    ];
    const model: Model = { available: new Map(), documents: new Map() };
    for (const variant of variants) {
      const { available } = await fixture.stock(variant, fixture.seededStore.primary);
      model.available.set(place(variant, fixture.seededStore.primary), available);
    }
    for (let step = 0; step < 10; step++) {
      await oneStep(model, variants, tally);
      await assertAsModeled(model, variants);
    }
  }
  // A run in which every step is rejected, or none, has proven little.
  assert.ok(tally.done > histories * 2, `${tally.done} steps were done`);
  for (const code of ["invalid", "conflict"])
    assert.ok((tally.rejected.get(code) ?? 0) > histories / 4, code);
});
