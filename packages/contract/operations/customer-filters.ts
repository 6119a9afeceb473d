import { listParameters, type QuerySpec } from "../query.ts";
import { sinceId } from "./product-filters.ts";

const dated = { kind: "date", reading: "offset" } as const;

/** What one looks for a customer by (CUS-1). */
export const customerSearch = {
  email: {
    kind: "text",
    maxLength: 255,
    description: "The one with this e-mail address; case does not count.",
  },
  phone: {
    kind: "text",
    maxLength: 64,
    description:
      "The one with this phone number, in any usual spelling; without a country's code it is read as one of the store's country.",
  },
  code: { kind: "text", maxLength: 64, description: "The one with this code; case does not count." },
  query: {
    kind: "text",
    maxLength: 255,
    description:
      "Those in whose names, e-mail address, phone, code or tags every one of these words stands, in capitals or not. Signs " +
      "count as blanks; one or two letters stand where a word begins. A phone number, or a part of one, is found in any spelling.",
  },
} as const satisfies QuerySpec;

/** What a list of customers can be narrowed by; a customer must meet every filter that is sent. */
export const customerFilters = {
  ids: listParameters.ids,
  since_id: sinceId,
  ...customerSearch,
  group_id: { kind: "id", description: "Those in this group." },
  tags: { kind: "texts", description: "Those that bear one of these tags, written as they are." },
  country_code: { kind: "text", maxLength: 2, description: "Those of this country, for example MY." },
  accepts_marketing: {
    kind: "boolean",
    description: "Only those that agreed to be sent offers, or only those that did not.",
  },
  updated_at_min: { ...dated, edge: "min", description: "Changed at or after." },
  updated_at_max: { ...dated, edge: "max", description: "Changed at or before." },
  created_at_min: { ...dated, edge: "min", description: "Made at or after." },
  created_at_max: { ...dated, edge: "max", description: "Made at or before." },
} as const satisfies QuerySpec;

/** How a list of customers can be sorted. */
export const customerSort = {
  kind: "sort",
  by: ["id", "updated_at", "created_at", "name", "total_spent"],
  default: "updated_at.desc",
  description:
    "`id.asc` is stable while records change (LST-4). `name` is first and last name in small letters.",
} as const;
