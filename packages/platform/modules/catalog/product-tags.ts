import { createTagFunctions } from "../../infrastructure/tagged-table.ts";
import { publishProductsUpdated } from "./mark-products.ts";

/** Add tags to products and remove tags from them, and publish an event about each product that changes. */
export const productTags = createTagFunctions({
  table: "products",
  moreAssignments: "version = r.version + 1,",
  publish: publishProductsUpdated,
});
