import type { FactRegistry } from "../../events/facts.ts";
import { createTaggedTable } from "../../tagged-table.ts";
import { tellChanged } from "./mark-products.ts";

/** Gives tags to products and takes them away, telling each product that changed. */
export function createProductTags(facts: FactRegistry) {
  return createTaggedTable({
    table: "products",
    also: "version = r.version + 1,",
    tell: (tx, changed) => tellChanged(facts, tx, changed),
  });
}
