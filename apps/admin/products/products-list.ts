import { defineList, operations } from "@souk/contract";
import type { List } from "@souk/ui";

/** The definition of the product list: its filters, default sort and page size. */
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

/** The values of the visibility filter, from the contract. */
export const visibilityValues = operations.listProducts.query.visibility.of;

/** The values of the stock filter, from the contract. */
export const stockFilterValues = operations.listProducts.query.stock.of;

/** The sort options that the page offers. */
export const productSorts = [
  "updated_at.desc",
  "updated_at.asc",
  "created_at.desc",
  "created_at.asc",
  "title.asc",
  "title.desc",
] as const;

/** The current state of the product list, which is read from the page's URL. */
export type ProductsList = List<typeof productsList>;
