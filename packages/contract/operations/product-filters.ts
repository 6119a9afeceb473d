import { listParameters, type QuerySpec } from "../query.ts";

// LST-7: the wall-clock time counts, in the store's zone, whatever offset is sent.
const changed = { kind: "date", reading: "store" } as const;
const dated = { kind: "date", reading: "offset" } as const;
const exact = { kind: "text", maxLength: 255 } as const;

/** As many units of a product, or fewer, are low. */
export const lowStock = 5;

/** LST-5, for every list of 3.0. */
export const sinceId = {
  kind: "id",
  description: "Only ids from this one on, itself included (LST-5).",
} as const;

/** What a list of products can be narrowed by; a product must meet every filter that is sent. */
export const productFilters = {
  ids: listParameters.ids,
  since_id: sinceId,
  updated_at_min: { ...changed, edge: "min", description: "Changed at or after; store time (LST-7)." },
  updated_at_max: { ...changed, edge: "max", description: "Changed at or before; store time (LST-7)." },
  created_at_min: { ...dated, edge: "min", description: "Made at or after." },
  created_at_max: { ...dated, edge: "max", description: "Made at or before." },
  published_at_min: { ...dated, edge: "min", description: "Published at or after." },
  published_at_max: { ...dated, edge: "max", description: "Published at or before." },
  collection_ids: { kind: "ids", description: "Products in one of these collections." },
  skus: { kind: "texts", description: "Products with a variant of one of these SKUs." },
  handle: { ...exact, description: "The product of this handle." },
  vendor: { ...exact, description: "Products of this vendor, written as it is." },
  brand: { ...exact, description: "Products of this brand, written as it is." },
  product_type: { ...exact, description: "Products of this type, written as it is." },
  tags: { kind: "texts", description: "Products that carry one of these tags, written as they are." },
  visibility: {
    kind: "choice",
    of: ["published", "unpublished"],
    description: "Only those that the shop shows, or only those that it does not.",
  },
  stock: {
    kind: "choice",
    of: ["in", "low", "out"],
    description: `\`in\`: total_quantity is above 0; \`low\`: it is 1 to ${lowStock}; \`out\`: it is 0 or below.`,
  },
  query: {
    kind: "text",
    maxLength: 255,
    description:
      "Only products in whose title, handle, vendor, brand or tags, or in the SKU or barcode of one of whose variants, " +
      "every one of these words stands, in capitals or not. Signs count as blanks; one or two letters stand where a word begins.",
  },
} as const satisfies QuerySpec;

/** How a list of products can be sorted. */
export const productSort = {
  kind: "sort",
  by: ["id", "updated_at", "created_at", "title"],
  default: "updated_at.desc",
  description: "`id.asc` is stable while records change (LST-4). Titles are sorted in small letters.",
} as const;
