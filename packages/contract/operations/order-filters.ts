import { listParameters } from "../query.ts";
import { financialStatuses, fulfillmentStatuses, orderStatuses } from "../schemas/order-states.ts";
import { sinceId } from "./product-filters.ts";

const storeTime = { kind: "date", timezone: "store" } as const;
const byOffset = { kind: "date", timezone: "offset" } as const;
const updatedRule = "in the store's local time; a UTC offset in the value is ignored";

/** Filters of order lists (ORD-1, docs/spec/decided.md#orders; updated_at by LST-7). */
export const orderFilters = {
  ids: listParameters.ids,
  since_id: sinceId,
  updated_at_min: {
    ...storeTime,
    bound: "min",
    description: `Updated at or after this date, ${updatedRule}.`,
  },
  updated_at_max: {
    ...storeTime,
    bound: "max",
    description: `Updated at or before this date, ${updatedRule}.`,
  },
  created_at_min: {
    ...byOffset,
    bound: "min",
    description: "Placed at or after this date. Filters by `processed_at`.",
  },
  created_at_max: {
    ...byOffset,
    bound: "max",
    description: "Placed at or before this date. Filters by `processed_at`.",
  },
  processed_at_min: { ...byOffset, bound: "min", description: "Placed at or after this date." },
  processed_at_max: { ...byOffset, bound: "max", description: "Placed at or before this date." },
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
    description: "Returns orders that were sold at this location or that it ships in full or in part.",
  },
  source_name: { kind: "text", maxLength: 255, description: "Returns orders of this sales channel." },
  query: {
    kind: "text",
    maxLength: 255,
    description:
      "Matches orders in which every word (case-insensitive) begins a word of the order number, email, phone, " +
      "names, companies, customer code, SKUs, tags or `source_identifier`.",
  },
  tags: {
    kind: "texts",
    description: "Returns orders with at least one of these tags, separated by commas.",
  },
} as const;

/** Sort orders of order lists. `created_at` sorts by processed_at, as its filter does (LST-8). */
export const orderSort = {
  kind: "sort",
  by: ["id", "updated_at", "created_at", "processed_at", "number"],
  default: "updated_at.desc",
} as const;
