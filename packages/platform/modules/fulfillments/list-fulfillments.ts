import {
  fulfillmentStates,
  type operations,
  type QueryValues,
  throwApiError,
  throwFieldError,
} from "@souk/contract";
import { createBatchLoader, type Database, defineStatement, type Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import type { ListQuery, ListSource } from "../../infrastructure/listing/list-source.ts";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import { countRows, readList } from "../../infrastructure/listing/read-list.ts";
import type { Call, Store } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { loadOrders } from "../orders/index.ts";
import { buildFulfillmentText, loadFulfillmentTexts } from "./fulfillment-text.ts";

type Filters = QueryValues<(typeof operations.countOrderFulfillments)["query"]> & {
  order_id?: number | undefined;
};

interface ListInput {
  store: Store;
  query: Filters;
}

/** Build the SQL conditions of a list of fulfillments. @throws ApiError `invalid` for an unknown status */
function buildConditions({ store, query }: ListInput): Conditions {
  const allStatuses = Object.keys(fulfillmentStates.states);
  if (query.status?.some((status) => !allStatuses.includes(status)))
    throwFieldError(
      "status",
      "not_allowed",
      { allowed: allStatuses },
      `{field} must be one or more of ${allStatuses.join(", ")}.`,
    );
  const conditions = createConditions("r.store_id = $1", [store.id]);
  conditions.filter(query.order_id, (id) => `r.order_id = ${id}`);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  conditions.filter(query.status, (statuses) => `r.status = any(${statuses}::text[])`);
  conditions.filter(query.updated_at_min, (time) => `r.updated_at >= ${time}`);
  conditions.filter(query.updated_at_max, (time) => `r.updated_at <= ${time}`);
  conditions.filter(query.created_at_min, (time) => `r.created_at >= ${time}`);
  conditions.filter(query.created_at_max, (time) => `r.created_at <= ${time}`);
  return conditions;
}

const listSource = { plural: "fulfillments", table: "fulfillments" } as const;

/** List a page of a store's fulfillments. @throws ApiError `invalid` for an unknown status */
export async function listFulfillments(
  database: Database,
  { store, query }: ListInput & { query: ListQuery },
): Promise<JsonText> {
  // A fulfillment's JSON depends on its order, so the page query selects only ids. The texts are built from the orders.
  const { field } = query.sort;
  const pageSource: ListSource = {
    ...listSource,
    columns: field === "id" ? "r.id, r.order_id" : `r.id, r.order_id, r.${field}`,
    json: "null::text",
    conditions: buildConditions({ store, query }),
    loadText: createBatchLoader((ids: number[]) => loadFulfillmentTexts(database, store, ids)),
  };
  return readList(database, pageSource, query);
}

/** Count the fulfillments of a store that match the filters. */
export function countFulfillments(db: Queryable, input: ListInput): Promise<{ count: number }> {
  return countRows(db, { ...listSource, conditions: buildConditions(input) });
}

const selectOrderStatement = defineStatement(
  "fulfillments_order",
  "select from orders where store_id = $1 and id = $2",
);

/** Assert that an order exists. @throws ApiError `not_found` */
async function assertOrderExists(db: Queryable, store: Store, id: number): Promise<void> {
  const result = await db.query(selectOrderStatement, [store.id, id]);
  if (result.rowCount === 0) throwApiError("not_found");
}

/** List the fulfillments of one order. @throws ApiError `not_found`; `invalid` for an unknown status */
export async function listOrderFulfillments(
  database: Database,
  { store, params: { order_id }, query }: Call<typeof operations.listOrderFulfillments>,
): Promise<JsonText> {
  await assertOrderExists(database, store, order_id);
  return listFulfillments(database, { store, query: { ...query, order_id } });
}

/** Count the fulfillments of one order. @throws ApiError `not_found`; `invalid` for an unknown status */
export async function countOrderFulfillments(
  db: Queryable,
  { store, params: { order_id }, query }: Call<typeof operations.countOrderFulfillments>,
): Promise<{ count: number }> {
  await assertOrderExists(db, store, order_id);
  return countFulfillments(db, { store, query: { ...query, order_id } });
}

/** Load one fulfillment (WHK-14). @throws ApiError `not_found` */
export async function getFulfillment(
  db: Queryable,
  { store, params, query }: Call<typeof operations.getFulfillment>,
): Promise<JsonText> {
  const [order] = await loadOrders(db, store, [params.order_id]);
  const row = order?.fulfillments.find(({ id }) => id === params.id);
  if (!order || !row) throwApiError("not_found");
  return wrapRecord("fulfillment", buildFulfillmentText(store, order, row), query.fields);
}
