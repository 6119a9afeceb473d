import { createTagFunctions } from "../../infrastructure/tagged-table.ts";
import { publishProductsUpdated } from "./mark-products.ts";

/** Functions that add tags to products or remove them, and publish an event about each product that changes. */
export const productTags = createTagFunctions({
  table: "products",
  moreAssignments: "version = r.version + 1,",
  publish: publishProductsUpdated,
});
