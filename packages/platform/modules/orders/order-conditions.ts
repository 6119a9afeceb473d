import {
  financialStatuses,
  fulfillmentStatuses,
  type operations,
  orderStatuses,
  type QueryOf,
  refuseField,
} from "@souk/contract";
import { type Conditions, createConditions } from "../../listing/conditions.ts";
import { type Finding, type FoundRows, foundRows, namedRows } from "../../listing/found-rows.ts";
import { allSought, anyFacetSought, wordsSought } from "../../listing/token-search.ts";

export type OrderFilters = QueryOf<(typeof operations.countOrders)["query"]>;

const everyOrder =
  "(select coalesce(sum(delta), 0)::bigint from resource_counts where store_id = $1 and resource = 'orders')";

// Counted in whole buckets, but for the one that the id stands in.
const ordersFromId = `(
  select coalesce(sum(delta), 0)::bigint from id_counts
  where store_id = $1 and resource = 'orders' and bucket > $2::bigint >> 11) + (
  select count(*) from orders r
  where r.store_id = $1 and r.id >= $2 and r.id < (($2::bigint >> 11) + 1) << 11)`;

/** @throws Refusal invalid naming a state that there is not */
function requireKnown(field: "financial_status" | "fulfillment_status", query: OrderFilters): void {
  const known: readonly string[] = field === "financial_status" ? financialStatuses : fulfillmentStatuses;
  if (query[field]?.some((status) => !known.includes(status)))
    refuseField(field, `takes some of ${known.join(", ")}`);
}

/** The values of a filter by a state as SQL, all that there are where it is not asked for. */
function statesSql(conditions: Conditions, column: string, asked: readonly string[] | undefined): string {
  if (asked === undefined) return "";
  const some = conditions.bind(asked);
  conditions.add(`r.${column} = any(${some}::text[])`);
  return `${some}::text[]`;
}

const inSql = (states: readonly string[]): string => `'{${states.join(",")}}'::text[]`;

// Orders are counted by their three states together.
function addStates(conditions: Conditions, query: OrderFilters): { sql: string; total: string } {
  const status = query.status === "any" || query.status === undefined ? undefined : [query.status];
  const orders = statesSql(conditions, "status", status) || inSql(orderStatuses);
  const money = statesSql(conditions, "financial_status", query.financial_status) || inSql(financialStatuses);
  const sent =
    statesSql(conditions, "fulfillment_status", query.fulfillment_status) || inSql(fulfillmentStatuses);
  const total = `(
    select coalesce(sum(delta), 0)::bigint from resource_counts where store_id = $1 and resource = any(array(
      select distinct order_states_name(s, m, f) from unnest(${orders}) s, unnest(${money}) m, unnest(${sent}) f)))`;
  return { sql: conditions.sql, total };
}

interface OwnConditions {
  conditions: Conditions;
  /** How the orders are counted, where that is known without a look at each. */
  total: string | undefined;
}

function ownConditions(storeId: number, query: OrderFilters): OwnConditions {
  const conditions = createConditions("r.store_id = $1", [storeId]);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  const fromId = conditions.sql;
  const ofStates = addStates(conditions, query);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.updated_at_min, (at) => `r.updated_at >= ${at}`);
  conditions.filter(query.updated_at_max, (at) => `r.updated_at <= ${at}`);
  // LST-8: by the processed time.
  for (const name of ["created_at", "processed_at"] as const) {
    conditions.filter(query[`${name}_min`], (at) => `r.processed_at >= ${at}`);
    conditions.filter(query[`${name}_max`], (at) => `r.processed_at <= ${at}`);
  }
  conditions.filter(query.customer_id, (id) => `r.customer_id = ${id}`);
  conditions.filter(query.source_name, (name) => `r.source_name = ${name}`);
  const { sql, filtered } = conditions;
  if (!filtered) return { conditions, total: everyOrder };
  if (sql === fromId) return { conditions, total: ordersFromId };
  return {
    conditions,
    total: query.since_id === undefined && sql === ofStates.sql ? ofStates.total : undefined,
  };
}

/** Orders that were taken at a location, or are sent from it in part at least; its id is bound. */
function atLocation(id: string) {
  const taken = `select l.id from orders l where l.store_id = $1 and l.location_id = ${id}`;
  const sent = (of: string) =>
    `from fulfillment_orders f where f.store_id = $1 and f.location_id = ${id}${of}`;
  return {
    ids: `${taken} union all select f.order_id as id ${sent("")}`,
    holds: `(r.location_id = ${id} or exists (select ${sent(" and f.order_id = r.id offset 0")}))`,
  };
}

const orders = { table: "orders", search: "order_search", key: "order_id" } as const;

/**
 * What orders are read by (ORD-1): conditions on the table `orders r`, and how those that meet them are counted.
 * @throws Refusal invalid naming a state that there is not
 */
export function orderConditions(storeId: number, query: OrderFilters, finding: Finding = "many"): FoundRows {
  requireKnown("financial_status", query);
  requireKnown("fulfillment_status", query);
  const { conditions, total } = ownConditions(storeId, query);
  const { sql, filtered } = conditions;
  const sought = allSought([
    wordsSought(query.query, conditions),
    query.tags === undefined ? undefined : anyFacetSought("t", query.tags, conditions),
  ]);
  const named = query.location_id === undefined ? undefined : atLocation(conditions.bind(query.location_id));
  if (sought !== undefined) {
    if (named) conditions.add(named.holds);
    const own = { sql: conditions.sql, filtered: conditions.filtered };
    return foundRows(orders, conditions, { own, sought, finding });
  }
  if (named) return namedRows("orders", conditions, { own: { sql, filtered }, named, finding });
  return { conditions, expressions: "", total, counted: undefined, areMany: undefined };
}
