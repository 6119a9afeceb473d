import { type operations, orderReturnStates, type QueryValues, throwFieldError } from "@souk/contract";
import { createBatchLoader, type Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import { readCursorList } from "../../infrastructure/listing/read-cursor-list.ts";
import { countRows } from "../../infrastructure/listing/read-list.ts";
import type { Call, Store } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { loadReturnTextsByIds } from "./find-returns.ts";

type Filters = QueryValues<(typeof operations.countReturns)["query"]>;

const timeFields = ["updated_at", "created_at"] as const;

const allStatuses = Object.keys(orderReturnStates.states);

function buildListSource(store: Store, query: Filters) {
  if (query.status?.some((status) => !allStatuses.includes(status)))
    throwFieldError(
      "status",
      "not_allowed",
      { allowed: allStatuses },
      `{field} must be one or more of ${allStatuses.join(", ")}.`,
    );
  const conditions: Conditions = createConditions("r.store_id = $1", [store.id]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.order_id, (id) => `r.order_id = ${id}`);
  conditions.filter(query.status, (statuses) => `r.status = any(${statuses}::text[])`);
  for (const field of timeFields) {
    conditions.filter(query[`${field}_min`], (time) => `r.${field} >= ${time}`);
    conditions.filter(query[`${field}_max`], (time) => `r.${field} <= ${time}`);
  }
  return { plural: "order_returns", table: "order_returns", conditions };
}

/** List the returns of all orders of a store (API-5). @throws ApiError `invalid` for an unknown status */
export async function listReturns(
  db: Queryable,
  { store, query }: Call<typeof operations.listReturns>,
): Promise<JsonText> {
  // A return's JSON depends on its order, so the page query selects only ids. The texts are built from the orders.
  const loadText = createBatchLoader((ids: number[]) => loadReturnTextsByIds(db, store, ids));
  const source = { ...buildListSource(store, query), json: "null::text", loadText };
  return readCursorList(db, source, query);
}

/** Count the returns of a store that match the filters. */
export function countReturns(
  db: Queryable,
  { store, query }: Call<typeof operations.countReturns>,
): Promise<{ count: number }> {
  return countRows(db, buildListSource(store, query));
}
