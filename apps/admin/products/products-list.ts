import { defineList, operations } from "@souk/contract";
import type { List } from "@souk/ui";

/** The list of products: its filters, order and page. */
export const productsList = defineList(operations.listProducts.query, {
  filters: {
    query: "query",
    visibility: "visibility",
    stock: "stock",
    collection: "collection_ids",
    vendor: "vendor",
    brand: "brand",
    type: "product_type",
    tag: "tags",
  },
  sort: "updated_at.desc",
  limit: 25,
});

/** The values of the filters with fixed choices. */
export const { of: visibilities } = operations.listProducts.query.visibility;
export const { of: stocks } = operations.listProducts.query.stock;

/** The orders that the page offers. */
export const productsSorts = [
  "updated_at.desc",
  "updated_at.asc",
  "created_at.desc",
  "created_at.asc",
  "title.asc",
  "title.desc",
] as const;

/** The list of products as its address keeps it. */
export type ProductsList = List<typeof productsList>;
