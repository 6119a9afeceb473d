import { type operations, orderReturnStates, type QueryOf, refuseField } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../listing/conditions.ts";
import { listText } from "../../listing/list-text.ts";
import { readCursorPage } from "../../listing/read-cursor-list.ts";
import { countRows } from "../../listing/read-list.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call, Store } from "../../routing/call.ts";
import { type ReturnPlace, textsOfReturns } from "./find-returns.ts";

type Filters = QueryOf<(typeof operations.countReturns)["query"]>;

const dates = ["updated_at", "created_at"] as const;

const known = Object.keys(orderReturnStates.states);

function sourceOf(store: Store, query: Filters) {
  if (query.status?.some((status) => !known.includes(status)))
    refuseField("status", `takes some of ${known.join(", ")}`);
  const conditions: Conditions = createConditions("r.store_id = $1", [store.id]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.order_id, (id) => `r.order_id = ${id}`);
  conditions.filter(query.status, (some) => `r.status = any(${some}::text[])`);
  for (const date of dates) {
    conditions.filter(query[`${date}_min`], (at) => `r.${date} >= ${at}`);
    conditions.filter(query[`${date}_max`], (at) => `r.${date} <= ${at}`);
  }
  return { plural: "order_returns", table: "order_returns", conditions };
}

const place = "json_build_object('id', r.id, 'order_id', r.order_id)::text";

/** Returns of all orders (API-5). @throws Refusal invalid naming an unknown status */
export async function listReturns(
  run: Queryable,
  { store, query }: Call<typeof operations.listReturns>,
): Promise<JsonText> {
  const { page, texts, next } = await readCursorPage(run, { ...sourceOf(store, query), json: place }, query);
  const places = JSON.parse(`[${texts}]`) as ReturnPlace[];
  const found = await textsOfReturns(run, store, places);
  const shown = places.flatMap(({ id }) => found.get(id) ?? []).join(",");
  return listText("order_returns", shown, { page, fields: query.fields, next });
}

/** Counts the same. */
export function countReturns(
  run: Queryable,
  { store, query }: Call<typeof operations.countReturns>,
): Promise<{ count: number }> {
  return countRows(run, sourceOf(store, query));
}
