import { normalizeCountryCode, type operations, type QueryValues } from "@souk/contract";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import {
  buildSearchSelection,
  type RowSelection,
  type SearchStrategy,
} from "../../infrastructure/listing/row-selection.ts";
import { buildSearchCondition } from "./customer-search.ts";

type Filters = QueryValues<(typeof operations.countCustomers)["query"]>;

/** The filters of customers. */
export type CustomerFilters = Partial<Filters>;

/** The prepared filters of customers: the phone number is normalized, and `digits` and `hasSmallGroup` are derived. */
export interface NormalizedFilters extends Omit<CustomerFilters, "phone"> {
  /** The phone number in E.164. */
  phone?: string | undefined;
  /** If `query` is a phone number or a part of one, the digits to search for. */
  digits?: readonly string[] | undefined;
  /**
   * Whether the group of `group_id` is small. The customers of a small group are looked up by their ids. With a large group, each
   * customer of the store is checked for membership until the page is full.
   */
  hasSmallGroup?: boolean | undefined;
}

const buildCountSql = (resource: string) =>
  `(select coalesce(sum(delta), 0)::bigint from resource_counts where store_id = $1 and resource = ${resource})`;

// Counts the customers with the id `$2` or a higher one. Ids are counted in buckets of 2,048, so `id >> 11` is the bucket of an id.
// The sum adds the counts of all buckets above the bucket of `$2` to the number of matching customers in that bucket.
const countFromIdSql = `(
  select coalesce(sum(delta), 0)::bigint from id_counts
  where store_id = $1 and resource = 'customers' and bucket > $2::bigint >> 11) + (
  select count(*) from customers r
  where r.store_id = $1 and r.id >= $2 and r.id < (($2::bigint >> 11) + 1) << 11)`;

/** Return a country code in capitals, and the ISO 3166 code of the same country. */
function getCountryCodes(code: string | undefined): string[] | undefined {
  const upperCode = code?.trim().toUpperCase();
  return upperCode === undefined ? undefined : [upperCode, normalizeCountryCode(upperCode) ?? upperCode];
}

/**
 * Build the conditions of all filters except the search.
 * @returns the conditions, and SQL for the number of matching customers if stored counts give it
 */
function buildFilterConditions(
  storeId: number,
  query: NormalizedFilters,
): { conditions: Conditions; total: string | undefined } {
  const conditions = createConditions("r.store_id = $1", [storeId]);
  // The SQL for totals that stored counts give, by the SQL of the conditions. A total is right only for exactly these conditions.
  const totalsByCondition = new Map([[conditions.sql, buildCountSql("'customers'")]]);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  if (query.since_id !== undefined) totalsByCondition.set(conditions.sql, countFromIdSql);
  conditions.filter(query.group_id, (id) => {
    const members = `select m.customer_id from customer_group_members m where m.store_id = $1 and m.group_id = ${id}`;
    return query.hasSmallGroup ? `r.id = any (array(${members}))` : `r.id in (${members})`;
  });
  if (query.since_id === undefined && query.group_id !== undefined)
    totalsByCondition.set(conditions.sql, buildCountSql("'customer_group ' || $2::bigint"));
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
  return { conditions, total: totalsByCondition.get(conditions.sql) };
}

const searchedTable = { table: "customers", search: "customer_search", key: "customer_id" } as const;

/** Build the conditions on the table `customers r` from all filters, and SQL for the number of matching customers. */
export function buildCustomerConditions(
  storeId: number,
  query: NormalizedFilters,
  strategy: SearchStrategy = "many",
): RowSelection {
  const { conditions, total } = buildFilterConditions(storeId, query);
  const { sql, isFiltered } = conditions;
  const searchCondition = buildSearchCondition(query, conditions);
  if (searchCondition !== undefined)
    return buildSearchSelection(searchedTable, conditions, {
      otherConditions: { sql, isFiltered },
      searchCondition,
      strategy,
    });
  return { conditions, expressions: "", total, rowsToCount: undefined, largeResultSql: undefined };
}
