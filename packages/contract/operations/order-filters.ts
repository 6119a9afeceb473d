import { listParameters } from "../query.ts";
import { financialStatuses, fulfillmentStatuses, orderStatuses } from "../schemas/order-states.ts";
import { sinceId } from "./product-filters.ts";

const storeTime = { kind: "date", reading: "store" } as const;
const byOffset = { kind: "date", reading: "offset" } as const;
const updatedRule = "in the store's local time, whatever offset is sent (LST-7)";

/** The filters of orders (ORD-1, gaps.md). */
export const orderFilters = {
  ids: listParameters.ids,
  since_id: sinceId,
  updated_at_min: { ...storeTime, edge: "min", description: `Changed at or after, ${updatedRule}.` },
  updated_at_max: { ...storeTime, edge: "max", description: `Changed at or before, ${updatedRule}.` },
  created_at_min: { ...byOffset, edge: "min", description: "Placed at or after: by processed_at (LST-8)." },
  created_at_max: { ...byOffset, edge: "max", description: "Placed at or before: by processed_at (LST-8)." },
  processed_at_min: { ...byOffset, edge: "min", description: "Placed at or after." },
  processed_at_max: { ...byOffset, edge: "max", description: "Placed at or before." },
  status: { kind: "choice", of: ["any", ...orderStatuses], description: "any unless sent." },
  financial_status: {
    kind: "texts",
    description: `Only those in these, separated by commas: ${financialStatuses.join(", ")}.`,
  },
  fulfillment_status: {
    kind: "texts",
    description: `Only those in these, separated by commas: ${fulfillmentStatuses.join(", ")}.`,
  },
  customer_id: { kind: "id", description: "Only this customer's." },
  location_id: {
    kind: "id",
    description: "Only those that were sold at this location, or that it ships a part of.",
  },
  source_name: { kind: "text", maxLength: 255, description: "Only those of this channel." },
  query: {
    kind: "text",
    maxLength: 255,
    description:
      "Only those where every one of these words begins a word of the number, e-mail, phone, names, companies, the customer's code, SKUs, tags or source_identifier.",
  },
  tags: { kind: "texts", description: "Only those with one of these tags, separated by commas." },
} as const;

/** How orders can be sorted; created_at is the processed time, as in the filters (LST-8). */
export const orderSort = {
  kind: "sort",
  by: ["id", "updated_at", "created_at", "processed_at", "number"],
  default: "updated_at.desc",
} as const;
