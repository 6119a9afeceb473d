import { type operations, orderReturnStates, type QueryValues, throwFieldError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import { wrapList } from "../../infrastructure/listing/list-text.ts";
import { readCursorPage } from "../../infrastructure/listing/read-cursor-list.ts";
import { countRows } from "../../infrastructure/listing/read-list.ts";
import type { Call, Store } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { loadReturnTexts, type ReturnReference } from "./find-returns.ts";

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

const referenceSql = "json_build_object('id', r.id, 'order_id', r.order_id)::text";

/** List the returns of all orders of a store (API-5). @throws ApiError `invalid` for an unknown status */
export async function listReturns(
  db: Queryable,
  { store, query }: Call<typeof operations.listReturns>,
): Promise<JsonText> {
  const { page, texts, next } = await readCursorPage(
    db,
    { ...buildListSource(store, query), json: referenceSql },
    query,
  );
  const references = JSON.parse(`[${texts}]`) as ReturnReference[];
  const returnTexts = await loadReturnTexts(db, store, references);
  const json = references.flatMap(({ id }) => returnTexts.get(id) ?? []).join(",");
  return wrapList("order_returns", json, { page, fields: query.fields, next });
}

/** Count the returns of a store that match the filters. */
export function countReturns(
  db: Queryable,
  { store, query }: Call<typeof operations.countReturns>,
): Promise<{ count: number }> {
  return countRows(db, buildListSource(store, query));
}
