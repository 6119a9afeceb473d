import assert from "node:assert/strict";
import { test } from "node:test";
import { type DraftLine, emptyDraft, hasProblems, validateDraft } from "./document-draft.ts";

const line = (some: Partial<DraftLine>): DraftLine => ({
  variant_id: 1,
  name: "Mug",
  sku: "MUG",
  quantity: 1,
  cost: "",
  received: 0,
  ...some,
});

test("a draft of a transfer needs two different locations", () => {
  const draft = { ...emptyDraft(7), lines: [line({})] };
  const of = (from: number | null) => validateDraft({ ...draft, from }, { name: "transfers" }, false);
  assert.ok(of(null).from);
  assert.ok(of(7).to);
  assert.equal(hasProblems(of(8)), false);
});

test("a line needs at least one unit, and not fewer than were received", () => {
  const lines = [
    line({ variant_id: 1, quantity: null }),
    line({ variant_id: 2, quantity: 0 }),
    line({ variant_id: 3, quantity: 2, received: 3 }),
    line({ variant_id: 4, quantity: 3, received: 3 }),
  ];
  const { quantities } = validateDraft({ ...emptyDraft(7), lines }, { name: "purchase-orders" }, false);
  assert.deepEqual([...quantities.keys()], [1, 2, 3]);
});

test("an order without lines can be saved as a draft but not placed", () => {
  const draft = emptyDraft(7);
  assert.equal(hasProblems(validateDraft(draft, { name: "purchase-orders" }, false)), false);
  assert.ok(validateDraft(draft, { name: "purchase-orders" }, true).lines);
});
