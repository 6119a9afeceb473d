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
  buildRelatedSelection,
  buildSearchSelection,
  type RowSelection,
  type SearchStrategy,
} from "../../infrastructure/listing/row-selection.ts";
import {
  buildAnyFacetCondition,
  buildWordsCondition,
  combineWithAnd,
} from "../../infrastructure/listing/search-conditions.ts";

export type OrderFilters = QueryValues<(typeof operations.countOrders)["query"]>;

const totalCountSql =
  "(select coalesce(sum(delta), 0)::bigint from resource_counts where store_id = $1 and resource = 'orders')";

/** A bucket of id_counts has 2^11 ids. */
const bucketBits = 11;

// Count the orders whose id is at least $2: add up the later buckets, and count the rows in the bucket that contains $2.
const countFromIdSql = `(
  select coalesce(sum(delta), 0)::bigint from id_counts
  where store_id = $1 and resource = 'orders' and bucket > $2::bigint >> ${bucketBits}) + (
  select count(*) from orders r
  where r.store_id = $1 and r.id >= $2 and r.id < (($2::bigint >> ${bucketBits}) + 1) << ${bucketBits})`;

/** Assert that a filter contains only existing statuses. @throws ApiError `invalid` for the filter */
function assertExistingStatuses(field: "financial_status" | "fulfillment_status", query: OrderFilters): void {
  const allowedStatuses: readonly string[] =
    field === "financial_status" ? financialStatuses : fulfillmentStatuses;
  if (query[field]?.some((status) => !allowedStatuses.includes(status)))
    throwFieldError(
      field,
      "not_allowed",
      { allowed: allowedStatuses },
      `{field} must be one or more of ${allowedStatuses.join(", ")}.`,
    );
}

/** Add a filter by status and return its values as SQL, or an empty text if the filter is not set. */
function addStatusFilter(
  conditions: Conditions,
  column: string,
  statuses: readonly string[] | undefined,
): string {
  if (statuses === undefined) return "";
  const parameter = conditions.bind(statuses);
  conditions.add(`r.${column} = any(${parameter}::text[])`);
  return `${parameter}::text[]`;
}

const buildStatusesSql = (statuses: readonly string[]): string => `'{${statuses.join(",")}}'::text[]`;

// resource_counts has a row for each combination of the three statuses, so `total` adds up the rows that match.
function addStatusFilters(conditions: Conditions, query: OrderFilters): { sql: string; total: string } {
  const status = query.status === "any" || query.status === undefined ? undefined : [query.status];
  const orderStatusesSql = addStatusFilter(conditions, "status", status) || buildStatusesSql(orderStatuses);
  const financialStatusesSql =
    addStatusFilter(conditions, "financial_status", query.financial_status) ||
    buildStatusesSql(financialStatuses);
  const fulfillmentStatusesSql =
    addStatusFilter(conditions, "fulfillment_status", query.fulfillment_status) ||
    buildStatusesSql(fulfillmentStatuses);
  const total = `(
    select coalesce(sum(delta), 0)::bigint from resource_counts where store_id = $1 and resource = any(array(
      select distinct order_states_name(s, m, f) from unnest(${orderStatusesSql}) s, unnest(${financialStatusesSql}) m, unnest(${fulfillmentStatusesSql}) f)))`;
  return { sql: conditions.sql, total };
}

interface ColumnConditions {
  conditions: Conditions;
  /** The SQL that counts the orders without reading them; undefined if the orders must be read. */
  total: string | undefined;
}

function buildColumnConditions(storeId: number, query: OrderFilters): ColumnConditions {
  const conditions = createConditions("r.store_id = $1", [storeId]);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  const fromIdSql = conditions.sql;
  const statusFilter = addStatusFilters(conditions, query);
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
  const { sql, isFiltered } = conditions;
  if (!isFiltered) return { conditions, total: totalCountSql };
  // A filter that is set appends SQL. So if the SQL has not changed since `fromIdSql`, no later filter is set.
  if (sql === fromIdSql) return { conditions, total: countFromIdSql };
  return {
    conditions,
    total: query.since_id === undefined && sql === statusFilter.sql ? statusFilter.total : undefined,
  };
}

/**
 * Build the SQL for orders that were placed at a location or ship at least partly from it.
 * @param id the SQL parameter of the location's id
 */
function buildLocationSql(id: string) {
  const placedSql = `select l.id from orders l where l.store_id = $1 and l.location_id = ${id}`;
  const buildShippedSql = (condition: string) =>
    `from fulfillment_orders f where f.store_id = $1 and f.location_id = ${id}${condition}`;
  // Without `offset 0`, PostgreSQL would turn the condition into a join.
  return {
    ids: `${placedSql} union all select f.order_id as id ${buildShippedSql("")}`,
    condition: `(r.location_id = ${id} or exists (select ${buildShippedSql(" and f.order_id = r.id offset 0")}))`,
  };
}

const orders = { table: "orders", search: "order_search", key: "order_id" } as const;

/**
 * Build the SQL conditions on the table `orders r` for a list of orders (ORD-1), and the SQL that counts the matches.
 * @throws ApiError `invalid` for a filter with an unknown status
 */
export function buildOrderConditions(
  storeId: number,
  query: OrderFilters,
  strategy: SearchStrategy = "many",
): RowSelection {
  assertExistingStatuses("financial_status", query);
  assertExistingStatuses("fulfillment_status", query);
  const { conditions, total } = buildColumnConditions(storeId, query);
  const { sql, isFiltered } = conditions;
  const searchCondition = combineWithAnd([
    buildWordsCondition(query.query, conditions),
    query.tags === undefined ? undefined : buildAnyFacetCondition("t", query.tags, conditions),
  ]);
  const locationSql =
    query.location_id === undefined ? undefined : buildLocationSql(conditions.bind(query.location_id));
  if (searchCondition !== undefined) {
    if (locationSql) conditions.add(locationSql.condition);
    const otherConditions = { sql: conditions.sql, isFiltered: conditions.isFiltered };
    return buildSearchSelection(orders, conditions, { otherConditions, searchCondition, strategy });
  }
  if (locationSql)
    return buildRelatedSelection("orders", conditions, {
      otherConditions: { sql, isFiltered },
      related: locationSql,
      strategy,
    });
  return { conditions, expressions: "", total, rowsToCount: undefined, largeResultSql: undefined };
}
