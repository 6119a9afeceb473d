import type { FactRegistry } from "../../events/facts.ts";
import { createTaggedTable } from "../../tagged-table.ts";
import { tellChanged } from "./mark-customers.ts";

/** Gives tags to customers and takes them away, telling each customer who changed. */
export function createCustomerTags(facts: FactRegistry) {
  return createTaggedTable({
    table: "customers",
    tell: (tx, changed) => tellChanged(facts, tx, changed),
  });
}
