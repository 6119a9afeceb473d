import { normalizeCountryCode, type operations, type QueryValues } from "@souk/contract";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import { type Finding, type FoundRows, foundRows } from "../../infrastructure/listing/find-rows.ts";
import { buildSearchCondition } from "./customer-search.ts";

type Filters = QueryValues<(typeof operations.countCustomers)["query"]>;

/** The filters of customers. */
export type CustomerFilters = Partial<Filters>;

/** The filters after reading their phone numbers and looking up the group. */
export interface ReadFilters extends Omit<CustomerFilters, "phone"> {
  /** The phone number in E.164. */
  phone?: string | undefined;
  /** The digits of `query` if it is a phone number or a part of one. */
  digits?: readonly string[] | undefined;
  /**
   * Whether the group is small: its customers are looked up by their ids. In a large group, the customers of a page
   * are checked one by one.
   */
  groupIsSmall?: boolean | undefined;
}

const counted = (resource: string) =>
  `(select coalesce(sum(delta), 0)::bigint from resource_counts where store_id = $1 and resource = ${resource})`;

// Counted in whole buckets, but for the one that the id stands in.
const customersFromId = `(
  select coalesce(sum(delta), 0)::bigint from id_counts
  where store_id = $1 and resource = 'customers' and bucket > $2::bigint >> 11) + (
  select count(*) from customers r
  where r.store_id = $1 and r.id >= $2 and r.id < (($2::bigint >> 11) + 1) << 11)`;

/** Return a country's code in capitals, and as ISO 3166 spells it. */
function getCountryCodes(code: string | undefined): string[] | undefined {
  const sent = code?.trim().toUpperCase();
  return sent === undefined ? undefined : [sent, normalizeCountryCode(sent) ?? sent];
}

/** Build the conditions beside the search, and the count of those who meet them where it is known. */
function ownConditions(
  storeId: number,
  query: ReadFilters,
): { conditions: Conditions; total: string | undefined } {
  const conditions = createConditions("r.store_id = $1", [storeId]);
  const known = new Map([[conditions.sql, counted("'customers'")]]);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  if (query.since_id !== undefined) known.set(conditions.sql, customersFromId);
  conditions.filter(query.group_id, (id) => {
    const members = `select m.customer_id from customer_group_members m where m.store_id = $1 and m.group_id = ${id}`;
    return query.groupIsSmall ? `r.id = any (array(${members}))` : `r.id in (${members})`;
  });
  if (query.since_id === undefined && query.group_id !== undefined)
    known.set(conditions.sql, counted("'customer_group ' || $2::bigint"));
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.email?.trim(), (email) => `lower(r.email) = lower(${email}) and r.email <> ''`);
  conditions.filter(query.phone, (phone) => `r.phone = ${phone} and r.phone <> ''`);
  conditions.filter(query.code?.trim(), (code) => `lower(r.code) = lower(${code}) and r.code <> ''`);
  conditions.filter(getCountryCodes(query.country_code), (codes) => `r.country_code = any(${codes})`);
  conditions.filter(query.accepts_marketing, (accepts) => `r.accepts_marketing = ${accepts}`);
  conditions.filter(query.updated_at_min, (time) => `r.updated_at >= ${time}`);
  conditions.filter(query.updated_at_max, (time) => `r.updated_at <= ${time}`);
  conditions.filter(query.created_at_min, (time) => `r.created_at >= ${time}`);
  conditions.filter(query.created_at_max, (time) => `r.created_at <= ${time}`);
  return { conditions, total: known.get(conditions.sql) };
}

const customers = { table: "customers", search: "customer_search", key: "customer_id" } as const;

/** Build the conditions on the table `customers r`, and the count of the customers that meet them. */
export function customerConditions(
  storeId: number,
  query: ReadFilters,
  finding: Finding = "many",
): FoundRows {
  const { conditions, total } = ownConditions(storeId, query);
  const { sql, filtered } = conditions;
  const searchCondition = buildSearchCondition(query, conditions);
  if (searchCondition !== undefined)
    return foundRows(customers, conditions, { own: { sql, filtered }, searchCondition, finding });
  return { conditions, expressions: "", total, counted: undefined, isLargeResult: undefined };
}
