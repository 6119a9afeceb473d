import { findCountry, type operations, type QueryOf } from "@souk/contract";
import { type Conditions, createConditions } from "../../listing/conditions.ts";
import { type Finding, type FoundRows, foundRows } from "../../listing/found-rows.ts";
import { soughtCustomers } from "./customer-search.ts";

type Filters = QueryOf<(typeof operations.countCustomers)["query"]>;

/** What customers are narrowed by. */
export type CustomerFilters = Partial<Filters>;

/** The filters after phone numbers in them were read, and groups looked at. */
export interface ReadFilters extends Omit<CustomerFilters, "phone"> {
  /** E.164. */
  phone?: string | undefined;
  /** The digits of a phone number, or of a part of one, that `query` is. */
  digits?: readonly string[] | undefined;
  /** Few are in the group: they are looked up by their ids. Of many, the customers of a page are looked at in their turn. */
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

/** A country's code in capitals, and as ISO 3166 spells it. */
function countriesOf(code: string | undefined): string[] | undefined {
  const sent = code?.trim().toUpperCase();
  return sent === undefined ? undefined : [sent, findCountry(sent) ?? sent];
}

/** The conditions beside what is sought, and the number of those who meet them where it is known. */
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
  conditions.filter(countriesOf(query.country_code), (codes) => `r.country_code = any(${codes})`);
  conditions.filter(query.accepts_marketing, (accepts) => `r.accepts_marketing = ${accepts}`);
  conditions.filter(query.updated_at_min, (at) => `r.updated_at >= ${at}`);
  conditions.filter(query.updated_at_max, (at) => `r.updated_at <= ${at}`);
  conditions.filter(query.created_at_min, (at) => `r.created_at >= ${at}`);
  conditions.filter(query.created_at_max, (at) => `r.created_at <= ${at}`);
  return { conditions, total: known.get(conditions.sql) };
}

const customers = { table: "customers", search: "customer_search", key: "customer_id" } as const;

/** What customers are read by: conditions on the table `customers r`, and how those that meet them are counted. */
export function customerConditions(
  storeId: number,
  query: ReadFilters,
  finding: Finding = "many",
): FoundRows {
  const { conditions, total } = ownConditions(storeId, query);
  const { sql, filtered } = conditions;
  const sought = soughtCustomers(query, conditions);
  if (sought !== undefined)
    return foundRows(customers, conditions, { own: { sql, filtered }, sought, finding });
  return { conditions, expressions: "", total, counted: undefined, areMany: undefined };
}
