import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "@souk/contract";
import { purchaseOrderLines, transferLines } from "./line-columns.ts";

test("updating a line of a purchase order or transfer writes every changeable field", () => {
  for (const [{ updatedColumns, table }, { properties }] of [
    [purchaseOrderLines, operations.updatePurchaseOrder.body],
    [transferLines, operations.updateTransfer.body],
  ] as const) {
    const fields = Object.keys(properties.line_items.items.properties);
    const changeableFields = fields.filter((name) => name !== "id" && name !== "variant_id");
    const missingFields = changeableFields.filter(
      (name) => !updatedColumns.some((column) => column === name),
    );
    assert.ok(changeableFields.length > 0, table);
    assert.deepEqual(missingFields, [], table);
  }
});
