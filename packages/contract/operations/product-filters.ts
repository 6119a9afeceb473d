import { listParameters, type QuerySpec } from "../query.ts";

// LST-7: the time is read as local time of the store, even if the value has a UTC offset.
const storeTimeFilter = { kind: "date", timezone: "store" } as const;
const dateFilter = { kind: "date", timezone: "offset" } as const;
const exactText = { kind: "text", maxLength: 255 } as const;

/** Maximum total quantity of a product with low stock. */
export const maxLowStockQuantity = 5;

/** The `since_id` parameter of every 3.0 list (LST-5). */
export const sinceId = {
  kind: "id",
  description: "Returns records with `id >= since_id`.",
} as const;

/** Filters of product lists. A product must match every filter that is sent. */
export const productFilters = {
  ids: listParameters.ids,
  since_id: sinceId,
  updated_at_min: {
    ...storeTimeFilter,
    bound: "min",
    description:
      "Updated at or after this date, in the store's local time; a UTC offset in the value is ignored.",
  },
  updated_at_max: {
    ...storeTimeFilter,
    bound: "max",
    description:
      "Updated at or before this date, in the store's local time; a UTC offset in the value is ignored.",
  },
  created_at_min: { ...dateFilter, bound: "min", description: "Created at or after this date." },
  created_at_max: { ...dateFilter, bound: "max", description: "Created at or before this date." },
  published_at_min: { ...dateFilter, bound: "min", description: "Published at or after this date." },
  published_at_max: { ...dateFilter, bound: "max", description: "Published at or before this date." },
  collection_ids: {
    kind: "ids",
    description: "Returns products in at least one of these collections. Comma-separated ids.",
  },
  skus: {
    kind: "texts",
    description: "Returns products with a variant that has one of these SKUs, separated by commas.",
  },
  handle: { ...exactText, description: "Returns the product with this handle." },
  vendor: { ...exactText, description: "Returns products of this vendor (case-sensitive)." },
  brand: { ...exactText, description: "Returns products of this brand (case-sensitive)." },
  product_type: { ...exactText, description: "Returns products of this product type (case-sensitive)." },
  tags: {
    kind: "texts",
    description: "Returns products with at least one of these tags, separated by commas (case-sensitive).",
  },
  visibility: {
    kind: "choice",
    of: ["published", "unpublished"],
    description: "Returns only published or only unpublished products.",
  },
  stock: {
    kind: "choice",
    of: ["in", "low", "out"],
    description: `Filters by \`total_quantity\`. \`in\`: above 0; \`low\`: 1 to ${maxLowStockQuantity}; \`out\`: 0 or below.`,
  },
  query: {
    kind: "text",
    maxLength: 255,
    description:
      "Returns products whose title, handle, vendor, brand or tags, or the SKU or barcode of a variant, contain " +
      "every word of this text (case-insensitive). Punctuation counts as a space. Words of one or two letters match " +
      "only the beginning of a word.",
  },
} as const satisfies QuerySpec;

/** Sort parameter of product lists. */
export const productSort = {
  kind: "sort",
  by: ["id", "updated_at", "created_at", "title"],
  default: "updated_at.desc",
  description: "`id.asc` is stable while records change. `title` sorts case-insensitively.",
} as const;
