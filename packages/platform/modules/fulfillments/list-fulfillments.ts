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
import { listText, recordText } from "../../infrastructure/listing/list-text.ts";
import { countRows } from "../../infrastructure/listing/read-list.ts";
import { readPage } from "../../infrastructure/listing/read-page.ts";
import { readWhole } from "../../infrastructure/listing/read-whole.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call, Store } from "../../infrastructure/routing/call.ts";
import { loadOrders } from "../orders/index.ts";
import { buildFulfillmentText, loadFulfillmentTexts } from "./fulfillment-text.ts";

type Filters = QueryValues<(typeof operations.countOrderFulfillments)["query"]> & {
  order_id?: number | undefined;
};

interface Listing {
  store: Store;
  query: Filters;
}

/** Build the conditions of a list of fulfillments. @throws ApiError invalid naming an unknown status */
function buildConditions({ store, query }: Listing): Conditions {
  const known = Object.keys(fulfillmentStates.states);
  if (query.status?.some((status) => !known.includes(status)))
    throwFieldError(
      "status",
      "not_allowed",
      { allowed: known },
      `{field} must be one or more of ${known.join(", ")}.`,
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

const rows = { plural: "fulfillments", table: "fulfillments" } as const;

/** List a page of a store's fulfillments. @throws ApiError invalid naming an unknown status */
export async function listFulfillments(
  database: Database,
  { store, query }: Listing & { query: ListQuery },
): Promise<JsonText> {
  // A fulfillment's JSON depends on its order, so the page only finds ids, and the texts are built from the orders.
  const { field } = query.sort;
  const source: ListSource = {
    ...rows,
    columns: field === "id" ? "r.id, r.order_id" : `r.id, r.order_id, r.${field}`,
    json: "null::text",
    conditions: buildConditions({ store, query }),
  };
  const loadText = createBatchLoader((ids: number[]) => loadFulfillmentTexts(database, store, ids));
  const { page, texts } = await readWhole(loadText, () => readPage(database, source, query));
  return listText(rows.plural, texts, { page, fields: query.fields });
}

/** Count the fulfillments of a store that match the filters. */
export function countFulfillments(db: Queryable, listing: Listing): Promise<{ count: number }> {
  return countRows(db, { ...rows, conditions: buildConditions(listing) });
}

const fulfillmentsOrderStatement = defineStatement(
  "fulfillments_order",
  "select from orders where store_id = $1 and id = $2",
);

/** Assert that an order exists. @throws ApiError not_found */
async function assertOrder(db: Queryable, store: Store, id: number): Promise<void> {
  const result = await db.query(fulfillmentsOrderStatement, [store.id, id]);
  if (result.rowCount === 0) throwApiError("not_found");
}

/** List the fulfillments of one order. @throws ApiError not_found; invalid naming an unknown status */
export async function listOrderFulfillments(
  database: Database,
  { store, params: { order_id }, query }: Call<typeof operations.listOrderFulfillments>,
): Promise<JsonText> {
  await assertOrder(database, store, order_id);
  return listFulfillments(database, { store, query: { ...query, order_id } });
}

/** Count the fulfillments of one order. @throws ApiError not_found; invalid naming an unknown status */
export async function countOrderFulfillments(
  db: Queryable,
  { store, params: { order_id }, query }: Call<typeof operations.countOrderFulfillments>,
): Promise<{ count: number }> {
  await assertOrder(db, store, order_id);
  return countFulfillments(db, { store, query: { ...query, order_id } });
}

/** Load one fulfillment (WHK-14). @throws ApiError not_found */
export async function getFulfillment(
  db: Queryable,
  { store, params, query }: Call<typeof operations.getFulfillment>,
): Promise<JsonText> {
  const [order] = await loadOrders(db, store, [params.order_id]);
  const row = order?.fulfillments.find(({ id }) => id === params.id);
  if (!order || !row) throwApiError("not_found");
  return recordText("fulfillment", buildFulfillmentText(store, order, row), query.fields);
}
