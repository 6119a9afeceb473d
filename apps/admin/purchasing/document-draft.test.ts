import assert from "node:assert/strict";
import { test } from "node:test";
import { createEmptyDraft, type DraftLine, hasProblems, validateDraft } from "./document-draft.ts";

const createLine = (fields: Partial<DraftLine>): DraftLine => ({
  variant_id: 1,
  name: "Mug",
  sku: "MUG",
  quantity: 1,
  cost: "",
  received_quantity: 0,
  ...fields,
});

test("a transfer must have two different locations", () => {
  const draft = { ...createEmptyDraft(7), lines: [createLine({})] };
  const validateOrigin = (from: number | null) =>
    validateDraft({ ...draft, from }, { name: "transfers" }, { isSent: false });
  assert.ok(validateOrigin(null).from);
  assert.ok(validateOrigin(7).to);
  assert.equal(hasProblems(validateOrigin(8)), false);
});

test("a purchase order line's quantity must be at least 1 and at least the received quantity", () => {
  const lines = [
    createLine({ variant_id: 1, quantity: null }),
    createLine({ variant_id: 2, quantity: 0 }),
    createLine({ variant_id: 3, quantity: 2, received_quantity: 3 }),
    createLine({ variant_id: 4, quantity: 3, received_quantity: 3 }),
  ];
  const draft = { ...createEmptyDraft(7), lines };
  const { quantities } = validateDraft(draft, { name: "purchase-orders" }, { isSent: false });
  assert.deepEqual([...quantities.keys()], [1, 2, 3]);
});

test("a purchase order without lines can be saved as a draft but not marked as ordered", () => {
  const draft = createEmptyDraft(7);
  assert.equal(hasProblems(validateDraft(draft, { name: "purchase-orders" }, { isSent: false })), false);
  assert.ok(validateDraft(draft, { name: "purchase-orders" }, { isSent: true }).lines);
});
