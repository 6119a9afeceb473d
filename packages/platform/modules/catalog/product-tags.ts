import { createTagFunctions } from "../../infrastructure/tagged-table.ts";
import { publishProductsUpdated } from "./mark-products.ts";

/** Add tags to products and remove them, and publish each product that changed. */
export const productTags = createTagFunctions({
  table: "products",
  moreAssignments: "version = r.version + 1,",
  publish: publishProductsUpdated,
});
