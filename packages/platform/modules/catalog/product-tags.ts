import { createTaggedTable } from "../../infrastructure/tagged-table.ts";
import { publishProductsUpdated } from "./mark-products.ts";

/** Adds tags to products and removes tags from them, and publishes each product that changes. */
export const productTags = createTaggedTable({
  table: "products",
  moreAssignments: "version = r.version + 1,",
  publish: publishProductsUpdated,
});
