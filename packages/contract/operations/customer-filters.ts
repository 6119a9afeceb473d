import { listParameters, type QuerySpec } from "../query.ts";
import { sinceId } from "./product-filters.ts";

const dateFilter = { kind: "date", timezone: "offset" } as const;

/** Parameters of the customer search (CUS-1). */
export const customerSearch = {
  email: {
    kind: "text",
    maxLength: 255,
    description: "Returns customers with this email address (case-insensitive).",
  },
  phone: {
    kind: "text",
    maxLength: 64,
    description:
      "Returns customers with this phone number, in any common notation. A number without a country code is treated " +
      "as a number in the store's country.",
  },
  code: {
    kind: "text",
    maxLength: 64,
    description: "Returns the customer with this code (case-insensitive).",
  },
  query: {
    kind: "text",
    maxLength: 255,
    description:
      "Returns customers whose name, email, phone, code or tags contain every word of this text (case-insensitive). " +
      "Punctuation counts as a space. Words of one or two letters match only the beginning of a word. A phone number " +
      "matches entirely or partly, in any notation.",
  },
} as const satisfies QuerySpec;

/** Filters of customer lists. A customer must match every filter that is sent. */
export const customerFilters = {
  ids: listParameters.ids,
  since_id: sinceId,
  ...customerSearch,
  group_id: { kind: "id", description: "Returns the customers in this group." },
  tags: {
    kind: "texts",
    description: "Returns customers with at least one of these tags, separated by commas (case-sensitive).",
  },
  country_code: {
    kind: "text",
    maxLength: 2,
    description: "Returns customers of this country. ISO 3166-1 alpha-2 code, for example MY.",
  },
  accepts_marketing: {
    kind: "boolean",
    description: "`true` returns customers who accept marketing, `false` customers who do not.",
  },
  updated_at_min: { ...dateFilter, bound: "min", description: "Updated at or after this date." },
  updated_at_max: { ...dateFilter, bound: "max", description: "Updated at or before this date." },
  created_at_min: { ...dateFilter, bound: "min", description: "Created at or after this date." },
  created_at_max: { ...dateFilter, bound: "max", description: "Created at or before this date." },
} as const satisfies QuerySpec;

/** Sort parameter of customer lists. */
export const customerSort = {
  kind: "sort",
  by: ["id", "updated_at", "created_at", "name", "total_spent"],
  default: "updated_at.desc",
  description:
    "`id.asc` is stable while records change. `name` sorts by first and last name (case-insensitive).",
} as const;
