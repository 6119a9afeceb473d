import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError, operations } from "@souk/contract";
import { chooseForRun, createSeededRandom, getProofSeed } from "@souk/testkit";
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

const random = createSeededRandom(getProofSeed());
const pickInteger = (bound: number): number => Math.floor(random() * bound);
const pick = <T>(items: readonly T[]): T =>
  items[pickInteger(items.length)] ?? assert.fail("there is nothing to pick");
const happens = (probability: number): boolean => random() < probability;

type Document = PurchaseOrder | Transfer;
const isPurchaseOrder = (document: Document): document is PurchaseOrder => "location_id" in document;

/** The expected stock and documents of the store, derived only from requests, responses and the rules of the API. */
interface Model {
  available: Map<string, number>;
  documents: Map<string, Document>;
}

const toLevelKey = (variant: number, location: number): string => `${variant} ${location}`;

function addAvailable(model: Model, levelKey: string, change: number): void {
  model.available.set(levelKey, (model.available.get(levelKey) ?? 0) + change);
}

const isOpen = ({ status }: Document): boolean => !["draft", "received", "cancelled"].includes(status);

function computeIncoming(model: Model, variant: number, location: number): number {
  const openDocuments = [...model.documents.values()].filter(isOpen);
  const incomingDocuments = openDocuments.filter(
    (document) => (isPurchaseOrder(document) ? document.location_id : document.to_location_id) === location,
  );
  const lines = incomingDocuments
    .flatMap(({ line_items }) => line_items)
    .filter((line) => line.variant_id === variant);
  return lines.reduce((sum, line) => sum + line.quantity - line.received_quantity, 0);
}

/**
 * Apply the changed units of a document to the model: units that were received, and units that left the origin or
 * became available there again.
 */
function applyToModel(model: Model, before: Document | null, after: Document): void {
  const destination = isPurchaseOrder(after) ? after.location_id : after.to_location_id;
  const variants = new Set(
    [...(before?.line_items ?? []), ...after.line_items].map((line) => line.variant_id),
  );
  for (const variant of variants) {
    const [unitsBefore, unitsAfter] = [before, after].map((document) => {
      const line = document?.line_items.find((item) => item.variant_id === variant);
      const received = line?.received_quantity ?? 0;
      const inTransit = line && document && isOpen(document) ? line.quantity - received : 0;
      return { received, departed: received + inTransit };
    });
    if (!unitsBefore || !unitsAfter) continue;
    addAvailable(model, toLevelKey(variant, destination), unitsAfter.received - unitsBefore.received);
    if (!isPurchaseOrder(after))
      addAvailable(
        model,
        toLevelKey(variant, after.from_location_id),
        unitsBefore.departed - unitsAfter.departed,
      );
  }
}

/** The steps of a history. A step that is listed more often is picked more often. */
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
  "adjust",
];

async function assertMatchesModel(model: Model, variants: readonly number[]): Promise<void> {
  const { db, seededStore } = fixture;
  const rows = await db.database.many<{ key: string; available: number; incoming: number }>(
    `select variant_id || ' ' || location_id as key, inventory_quantity as available,
       incoming_inventory_quantity as incoming
     from inventory_levels where store_id = $1`,
    [seededStore.store.id],
  );
  const levels = new Map(rows.map(({ key, ...stock }) => [key, stock]));
  for (const variant of variants)
    for (const location of [seededStore.primaryLocationId, seededStore.secondLocationId]) {
      const key = toLevelKey(variant, location);
      const available = model.available.get(key) ?? 0;
      const expected = { available, incoming: computeIncoming(model, variant, location) };
      assert.deepEqual(levels.get(key) ?? { available: 0, incoming: 0 }, expected, key);
    }
  await fixture.assertConsistent();
}

function pickLines(variants: readonly number[]): object[] {
  const pickedVariants = variants.filter(() => happens(0.5));
  return pickedVariants.map((variant_id) => ({ variant_id, quantity: 1 + pickInteger(6) }));
}

/** Create the lines of an update: some are kept, some removed and some new. They are mostly valid. */
function createUpdatedLines({ line_items }: Document, variants: readonly number[]): object[] {
  const keptLines = line_items.filter(({ received_quantity }) => received_quantity > 0 || happens(0.7));
  const currentVariants = new Set(line_items.map(({ variant_id }) => variant_id));
  return [
    ...keptLines.map(({ id, quantity }) => ({ id, quantity: Math.max(1, quantity + pickInteger(5) - 2) })),
    ...pickLines(variants.filter((variant) => !currentVariants.has(variant) && happens(0.3))),
  ];
}

function createDocumentBody(variants: readonly number[], isForPurchaseOrder: boolean): object {
  const { primaryLocationId, secondLocationId } = fixture.seededStore;
  const isSent = happens(0.5);
  const line_items = pickLines(variants);
  const [origin, destination] = happens(0.7)
    ? [primaryLocationId, secondLocationId]
    : [secondLocationId, primaryLocationId];
  return isForPurchaseOrder
    ? { status: isSent ? "ordered" : "draft", location_id: destination, line_items }
    : {
        status: isSent ? "in_transit" : "draft",
        from_location_id: origin,
        to_location_id: destination,
        line_items,
      };
}

/** Create a random request about a document. @returns null for a step that adjusts stock instead */
function buildRequest(model: Model, variants: readonly number[]) {
  const step = pick(steps);
  if (step === "create") {
    const isForPurchaseOrder = happens(0.5);
    const operation = isForPurchaseOrder ? operations.createPurchaseOrder : operations.createTransfer;
    return { operation, document: null, body: createDocumentBody(variants, isForPurchaseOrder) };
  }
  if (model.documents.size === 0) return null;
  const document = pick([...model.documents.values()]);
  const isForPurchaseOrder = isPurchaseOrder(document);
  if (step === "update") {
    const status = isForPurchaseOrder ? "ordered" : "in_transit";
    const body = {
      ...(happens(0.5) ? { status } : {}),
      ...(happens(0.7) ? { line_items: createUpdatedLines(document, variants) } : {}),
      ...(happens(0.2) ? { note: `note ${pickInteger(100)}` } : {}),
    };
    return {
      operation: isForPurchaseOrder ? operations.updatePurchaseOrder : operations.updateTransfer,
      document,
      body,
    };
  }
  if (step === "receive") {
    const line_items = document.line_items
      .filter(() => happens(0.6))
      .map(({ id }) => ({ id, quantity: 1 + pickInteger(4) }));
    const body = line_items.length === 0 ? {} : { line_items };
    return {
      operation: isForPurchaseOrder ? operations.receivePurchaseOrder : operations.receiveTransfer,
      document,
      body,
    };
  }
  if (step === "cancel" && happens(0.5))
    return {
      operation: isForPurchaseOrder ? operations.cancelPurchaseOrder : operations.cancelTransfer,
      document,
      body: {},
    };
  if (step === "delete")
    return {
      operation: isForPurchaseOrder ? operations.deletePurchaseOrder : operations.deleteTransfer,
      document,
      body: {},
    };
  return null;
}

async function adjustStock(model: Model, variants: readonly number[]): Promise<void> {
  const { primaryLocationId, secondLocationId, store } = fixture.seededStore;
  const [variant_id, location_id] = [pick(variants), pick([primaryLocationId, secondLocationId])];
  const adjustment_quantity = pick([-2, -1, 3]);
  const body = { variant_id, location_id, adjustment_quantity };
  const isAdjusted = await fixture.api.text(operations.adjustInventoryLevel, store, { body }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError) return false;
      throw error;
    },
  );
  if (isAdjusted) addAvailable(model, toLevelKey(variant_id, location_id), adjustment_quantity);
}

/** The number of steps that succeeded, and the numbers of rejected steps, by error code. */
interface Tally {
  succeeded: number;
  rejected: Map<string, number>;
}

async function runStep(model: Model, variants: readonly number[], tally: Tally): Promise<void> {
  const request = buildRequest(model, variants);
  if (request === null) return adjustStock(model, variants);
  const { operation, document, body } = request;
  const getKey = (keyedDocument: Document): string =>
    `${isPurchaseOrder(keyedDocument) ? "order" : "transfer"} ${keyedDocument.id}`;
  try {
    const response = await fixture.api.json<{ purchase_order?: PurchaseOrder; transfer?: Transfer }>(
      operation,
      fixture.seededStore.store,
      { params: { id: document?.id }, body },
    );
    tally.succeeded++;
    const after = response.purchase_order ?? response.transfer;
    if (after === undefined) {
      assert.ok(document && ["draft", "cancelled"].includes(document.status), "an open document was deleted");
      model.documents.delete(getKey(document));
      return;
    }
    applyToModel(model, document, after);
    model.documents.set(getKey(after), after);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    tally.rejected.set(error.code, (tally.rejected.get(error.code) ?? 0) + 1);
  }
}

const stepsPerHistory = 10;

test("INV-4: levels, ledger and stock documents agree after every random request", async () => {
  const historyCount = chooseForRun({ inTests: 60, inProof: 2_000 });
  const tally: Tally = { succeeded: 0, rejected: new Map() };
  for (let n = 0; n < historyCount; n++) {
    // Each history has its own store, because the store's whole ledger is verified after each step.
    fixture = await fixture.createOtherStore();
    const variants = [
      await fixture.createVariant(pickInteger(12)),
      await fixture.createVariant(pickInteger(4)),
      await fixture.createVariant(0, "continue"),
    ];
    const model: Model = { available: new Map(), documents: new Map() };
    for (const variant of variants) {
      const { available } = await fixture.getStock(variant, fixture.seededStore.primaryLocationId);
      model.available.set(toLevelKey(variant, fixture.seededStore.primaryLocationId), available);
    }
    for (let step = 0; step < stepsPerHistory; step++) {
      await runStep(model, variants, tally);
      await assertMatchesModel(model, variants);
    }
  }
  // If nearly all steps are rejected, or nearly none, the run proves little.
  assert.ok(tally.succeeded > historyCount * 2, `${tally.succeeded} steps succeeded`);
  for (const code of ["invalid", "conflict"])
    assert.ok((tally.rejected.get(code) ?? 0) > historyCount / 4, code);
});
