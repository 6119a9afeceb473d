import { listParameters, type QuerySpec } from "../query.ts";

// LST-7: the wall-clock time counts, in the store's zone, whatever offset is sent.
const changed = { kind: "date", timezone: "store" } as const;
const dated = { kind: "date", timezone: "offset" } as const;
const exact = { kind: "text", maxLength: 255 } as const;

/** Highest total quantity of a product that counts as low stock. */
export const lowStock = 5;

/** since_id parameter of every 3.0 list (LST-5). */
export const sinceId = {
  kind: "id",
  description: "Returns records with `id >= since_id`.",
} as const;

/** Filters of product lists. A product must match every filter that is sent. */
export const productFilters = {
  ids: listParameters.ids,
  since_id: sinceId,
  updated_at_min: {
    ...changed,
    bound: "min",
    description:
      "Updated at or after this date, in the store's local time; a UTC offset in the value is ignored.",
  },
  updated_at_max: {
    ...changed,
    bound: "max",
    description:
      "Updated at or before this date, in the store's local time; a UTC offset in the value is ignored.",
  },
  created_at_min: { ...dated, bound: "min", description: "Created at or after this date." },
  created_at_max: { ...dated, bound: "max", description: "Created at or before this date." },
  published_at_min: { ...dated, bound: "min", description: "Published at or after this date." },
  published_at_max: { ...dated, bound: "max", description: "Published at or before this date." },
  collection_ids: {
    kind: "ids",
    description: "Returns products in at least one of these collections. Comma-separated ids.",
  },
  skus: {
    kind: "texts",
    description: "Returns products with a variant that has one of these SKUs, separated by commas.",
  },
  handle: { ...exact, description: "Returns the product with this handle." },
  vendor: { ...exact, description: "Returns products of this vendor (case-sensitive)." },
  brand: { ...exact, description: "Returns products of this brand (case-sensitive)." },
  product_type: { ...exact, description: "Returns products of this product type (case-sensitive)." },
  tags: {
    kind: "texts",
    description: "Returns products with at least one of these tags, separated by commas (case-sensitive).",
  },
  visibility: {
    kind: "choice",
    of: ["published", "unpublished"],
    description: "Returns published or unpublished products only.",
  },
  stock: {
    kind: "choice",
    of: ["in", "low", "out"],
    description: `Filters by total_quantity. \`in\`: above 0; \`low\`: 1 to ${lowStock}; \`out\`: 0 or below.`,
  },
  query: {
    kind: "text",
    maxLength: 255,
    description:
      "Matches products whose title, handle, vendor, brand or tags, or the SKU or barcode of a variant, contain " +
      "every word (case-insensitive). Punctuation counts as a space. Words of one or two letters match the " +
      "beginning of a word only.",
  },
} as const satisfies QuerySpec;

/** Sort orders of product lists. */
export const productSort = {
  kind: "sort",
  by: ["id", "updated_at", "created_at", "title"],
  default: "updated_at.desc",
  description: "`id.asc` is stable while records change. `title` sorts case-insensitively.",
} as const;
