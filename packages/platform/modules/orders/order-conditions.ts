import {
  financialStatuses,
  fulfillmentStatuses,
  type operations,
  orderStatuses,
  type QueryValues,
  throwFieldError,
} from "@souk/contract";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import {
  type Finding,
  type FoundRows,
  foundRows,
  namedRows,
} from "../../infrastructure/listing/find-rows.ts";
import {
  buildAnyFacetCondition,
  buildWordsCondition,
  combineWithAnd,
} from "../../infrastructure/listing/search-conditions.ts";

export type OrderFilters = QueryValues<(typeof operations.countOrders)["query"]>;

const totalCountSql =
  "(select coalesce(sum(delta), 0)::bigint from resource_counts where store_id = $1 and resource = 'orders')";

// Add up whole buckets, and count the rows of the bucket that contains the id.
const countFromIdSql = `(
  select coalesce(sum(delta), 0)::bigint from id_counts
  where store_id = $1 and resource = 'orders' and bucket > $2::bigint >> 11) + (
  select count(*) from orders r
  where r.store_id = $1 and r.id >= $2 and r.id < (($2::bigint >> 11) + 1) << 11)`;

/** Assert that a filter names known statuses only. @throws ApiError invalid naming the filter */
function assertKnown(field: "financial_status" | "fulfillment_status", query: OrderFilters): void {
  const known: readonly string[] = field === "financial_status" ? financialStatuses : fulfillmentStatuses;
  if (query[field]?.some((status) => !known.includes(status)))
    throwFieldError(
      field,
      "not_allowed",
      { allowed: known },
      `{field} must be one or more of ${known.join(", ")}.`,
    );
}

/** Add a filter by status and return its values as SQL; empty without the filter. */
function addStatesFilter(
  conditions: Conditions,
  column: string,
  states: readonly string[] | undefined,
): string {
  if (states === undefined) return "";
  const parameter = conditions.bind(states);
  conditions.add(`r.${column} = any(${parameter}::text[])`);
  return `${parameter}::text[]`;
}

const buildStatesSql = (states: readonly string[]): string => `'{${states.join(",")}}'::text[]`;

// resource_counts has a row for each combination of the three statuses.
function addStates(conditions: Conditions, query: OrderFilters): { sql: string; total: string } {
  const status = query.status === "any" || query.status === undefined ? undefined : [query.status];
  const orders = addStatesFilter(conditions, "status", status) || buildStatesSql(orderStatuses);
  const financialStates =
    addStatesFilter(conditions, "financial_status", query.financial_status) ||
    buildStatesSql(financialStatuses);
  const fulfillmentStates =
    addStatesFilter(conditions, "fulfillment_status", query.fulfillment_status) ||
    buildStatesSql(fulfillmentStatuses);
  const total = `(
    select coalesce(sum(delta), 0)::bigint from resource_counts where store_id = $1 and resource = any(array(
      select distinct order_states_name(s, m, f) from unnest(${orders}) s, unnest(${financialStates}) m, unnest(${fulfillmentStates}) f)))`;
  return { sql: conditions.sql, total };
}

interface ColumnConditions {
  conditions: Conditions;
  /** The SQL that counts the orders without reading them; undefined if there is none. */
  total: string | undefined;
}

function buildColumnConditions(storeId: number, query: OrderFilters): ColumnConditions {
  const conditions = createConditions("r.store_id = $1", [storeId]);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  const fromId = conditions.sql;
  const stateFilter = addStates(conditions, query);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.updated_at_min, (time) => `r.updated_at >= ${time}`);
  conditions.filter(query.updated_at_max, (time) => `r.updated_at <= ${time}`);
  // LST-8: created_at filters by processed_at.
  for (const name of ["created_at", "processed_at"] as const) {
    conditions.filter(query[`${name}_min`], (time) => `r.processed_at >= ${time}`);
    conditions.filter(query[`${name}_max`], (time) => `r.processed_at <= ${time}`);
  }
  conditions.filter(query.customer_id, (id) => `r.customer_id = ${id}`);
  conditions.filter(query.source_name, (name) => `r.source_name = ${name}`);
  const { sql, filtered } = conditions;
  if (!filtered) return { conditions, total: totalCountSql };
  if (sql === fromId) return { conditions, total: countFromIdSql };
  return {
    conditions,
    total: query.since_id === undefined && sql === stateFilter.sql ? stateFilter.total : undefined,
  };
}

/**
 * Build the SQL for orders that were placed at a location or ship at least partly from it.
 * @param id the SQL parameter of the location's id
 */
function buildLocationSql(id: string) {
  const placed = `select l.id from orders l where l.store_id = $1 and l.location_id = ${id}`;
  const shipped = (condition: string) =>
    `from fulfillment_orders f where f.store_id = $1 and f.location_id = ${id}${condition}`;
  return {
    ids: `${placed} union all select f.order_id as id ${shipped("")}`,
    holds: `(r.location_id = ${id} or exists (select ${shipped(" and f.order_id = r.id offset 0")}))`,
  };
}

const orders = { table: "orders", search: "order_search", key: "order_id" } as const;

/**
 * Build the conditions on the table `orders r` for a list of orders (ORD-1), with the SQL that
 * counts the matches.
 * @throws ApiError invalid naming a filter with an unknown status
 */
export function buildOrderConditions(
  storeId: number,
  query: OrderFilters,
  finding: Finding = "many",
): FoundRows {
  assertKnown("financial_status", query);
  assertKnown("fulfillment_status", query);
  const { conditions, total } = buildColumnConditions(storeId, query);
  const { sql, filtered } = conditions;
  const searched = combineWithAnd([
    buildWordsCondition(query.query, conditions),
    query.tags === undefined ? undefined : buildAnyFacetCondition("t", query.tags, conditions),
  ]);
  const locationSql =
    query.location_id === undefined ? undefined : buildLocationSql(conditions.bind(query.location_id));
  if (searched !== undefined) {
    if (locationSql) conditions.add(locationSql.holds);
    const own = { sql: conditions.sql, filtered: conditions.filtered };
    return foundRows(orders, conditions, { own, searchCondition: searched, finding });
  }
  if (locationSql)
    return namedRows("orders", conditions, { own: { sql, filtered }, named: locationSql, finding });
  return { conditions, expressions: "", total, counted: undefined, isLargeResult: undefined };
}
