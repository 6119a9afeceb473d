import { listParameters } from "../query.ts";
import { financialStatuses, fulfillmentStatuses, orderStatuses } from "../schemas/order-states.ts";
import { sinceId } from "./product-filters.ts";

const storeTimeFilter = { kind: "date", timezone: "store" } as const;
const offsetTimeFilter = { kind: "date", timezone: "offset" } as const;
const localTimeNote = "in the store's local time; a UTC offset in the value is ignored";

/** Filters of order lists (ORD-1 and docs/spec/decided.md#orders; LST-7 for `updated_at`). */
export const orderFilters = {
  ids: listParameters.ids,
  since_id: sinceId,
  updated_at_min: {
    ...storeTimeFilter,
    bound: "min",
    description: `Updated at or after this date, ${localTimeNote}.`,
  },
  updated_at_max: {
    ...storeTimeFilter,
    bound: "max",
    description: `Updated at or before this date, ${localTimeNote}.`,
  },
  created_at_min: {
    ...offsetTimeFilter,
    bound: "min",
    description: "Placed at or after this date. Filters by `processed_at`.",
  },
  created_at_max: {
    ...offsetTimeFilter,
    bound: "max",
    description: "Placed at or before this date. Filters by `processed_at`.",
  },
  processed_at_min: { ...offsetTimeFilter, bound: "min", description: "Placed at or after this date." },
  processed_at_max: { ...offsetTimeFilter, bound: "max", description: "Placed at or before this date." },
  status: { kind: "choice", of: ["any", ...orderStatuses], description: "Order status. Defaults to `any`." },
  financial_status: {
    kind: "texts",
    description: `Returns orders with one of these financial statuses, separated by commas: ${financialStatuses.join(", ")}.`,
  },
  fulfillment_status: {
    kind: "texts",
    description:
      "Returns orders with one of these fulfillment statuses, separated by commas: " +
      `${fulfillmentStatuses.join(", ")}.`,
  },
  customer_id: { kind: "id", description: "Returns the orders of this customer." },
  location_id: {
    kind: "id",
    description:
      "Returns orders that were sold at this location, or that this location ships entirely or partly.",
  },
  source_name: { kind: "text", maxLength: 255, description: "Returns orders from this sales channel." },
  query: {
    kind: "text",
    maxLength: 255,
    description:
      "Returns orders for which every word of this text (case-insensitive) is the beginning of a word in the order " +
      "number, email, phone, names, companies, customer code, SKUs, tags or `source_identifier`.",
  },
  tags: {
    kind: "texts",
    description: "Returns orders with at least one of these tags, separated by commas.",
  },
} as const;

/**
 * Sort parameter of order lists. `created_at` sorts by `processed_at`, just as `created_at_min` and `created_at_max` filter by it
 * (LST-8).
 */
export const orderSort = {
  kind: "sort",
  by: ["id", "updated_at", "created_at", "processed_at", "number"],
  default: "updated_at.desc",
} as const;
