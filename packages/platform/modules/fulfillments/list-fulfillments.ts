import { fulfillmentStates, type operations, type QueryOf, refuse, refuseField } from "@souk/contract";
import { batched, type Database, type Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../listing/conditions.ts";
import type { ListQuery, ListSource } from "../../listing/list-source.ts";
import { listText, recordText } from "../../listing/list-text.ts";
import { countRows } from "../../listing/read-list.ts";
import { readPage } from "../../listing/read-page.ts";
import { readWhole } from "../../listing/read-whole.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call, Store } from "../../routing/call.ts";
import { loadOrders } from "../orders/index.ts";
import { fulfillmentText, fulfillmentTexts } from "./fulfillment-text.ts";

type Filters = QueryOf<(typeof operations.countOrderFulfillments)["query"]> & {
  order_id?: number | undefined;
};

interface Listing {
  store: Store;
  query: Filters;
}

/** @throws Refusal invalid naming a state that there is not */
function conditionsOf({ store, query }: Listing): Conditions {
  const known = Object.keys(fulfillmentStates.states);
  if (query.status?.some((status) => !known.includes(status)))
    refuseField("status", `takes some of ${known.join(", ")}`);
  const conditions = createConditions("r.store_id = $1", [store.id]);
  conditions.filter(query.order_id, (id) => `r.order_id = ${id}`);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  conditions.filter(query.status, (some) => `r.status = any(${some}::text[])`);
  conditions.filter(query.updated_at_min, (at) => `r.updated_at >= ${at}`);
  conditions.filter(query.updated_at_max, (at) => `r.updated_at <= ${at}`);
  conditions.filter(query.created_at_min, (at) => `r.created_at >= ${at}`);
  conditions.filter(query.created_at_max, (at) => `r.created_at <= ${at}`);
  return conditions;
}

const rows = { plural: "fulfillments", table: "fulfillments" } as const;

/** The fulfillments of a store, a page at a time. @throws Refusal invalid naming a state that there is not */
export async function listFulfillments(
  database: Database,
  { store, query }: Listing & { query: ListQuery },
): Promise<JsonText> {
  // What a fulfillment shows follows from its order: the page finds the ids, and the orders' one writer shows them.
  const { field } = query.sort;
  const source: ListSource = {
    ...rows,
    columns: field === "id" ? "r.id, r.order_id" : `r.id, r.order_id, r.${field}`,
    json: "null::text",
    conditions: conditionsOf({ store, query }),
  };
  const one = batched((ids: number[]) => fulfillmentTexts(database, store, ids));
  const { page, texts } = await readWhole(one, () => readPage(database, source, query));
  return listText(rows.plural, texts, { page, fields: query.fields });
}

/** Counts the same fulfillments. */
export function countFulfillments(run: Queryable, listing: Listing): Promise<{ count: number }> {
  return countRows(run, { ...rows, conditions: conditionsOf(listing) });
}

/** @throws Refusal not_found */
async function requireOrder(run: Queryable, store: Store, id: number): Promise<void> {
  const text = "select from orders where store_id = $1 and id = $2";
  const there = await run.query({ name: "fulfillments_order", text }, [store.id, id]);
  if (there.rowCount === 0) refuse("not_found");
}

/** The fulfillments of one order. @throws Refusal not_found; invalid naming a state that there is not */
export async function listOrderFulfillments(
  database: Database,
  { store, params: { order_id }, query }: Call<typeof operations.listOrderFulfillments>,
): Promise<JsonText> {
  await requireOrder(database, store, order_id);
  return listFulfillments(database, { store, query: { ...query, order_id } });
}

/** Counts them. @throws Refusal not_found; invalid naming a state that there is not */
export async function countOrderFulfillments(
  run: Queryable,
  { store, params: { order_id }, query }: Call<typeof operations.countOrderFulfillments>,
): Promise<{ count: number }> {
  await requireOrder(run, store, order_id);
  return countFulfillments(run, { store, query: { ...query, order_id } });
}

/** One of them (WHK-14). @throws Refusal not_found */
export async function getFulfillment(
  run: Queryable,
  { store, params, query }: Call<typeof operations.getFulfillment>,
): Promise<JsonText> {
  const [order] = await loadOrders(run, store, [params.order_id]);
  const row = order?.fulfillments.find(({ id }) => id === params.id);
  if (!order || !row) refuse("not_found");
  return recordText("fulfillment", fulfillmentText(store, order, row), query.fields);
}
