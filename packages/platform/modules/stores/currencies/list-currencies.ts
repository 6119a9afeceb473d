import { type operations, type QueryValues, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../../infrastructure/listing/conditions.ts";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import { countRows, readList } from "../../../infrastructure/listing/read-list.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { currencyJson } from "./currency-json.ts";
import { currencyText } from "./currency-store.ts";

type Filters = QueryValues<(typeof operations.countCurrencies)["query"]>;

const resource = { plural: "currencies", table: "currencies" };

function buildConditions(storeId: number, query: Filters): Conditions {
  const conditions = createConditions("r.store_id = $1", [storeId]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  conditions.filter(
    query.codes?.map((code) => code.toUpperCase()),
    (codes) => `r.code = any(${codes})`,
  );
  conditions.filter(query.updated_at_min, (time) => `r.updated_at >= ${time}`);
  conditions.filter(query.updated_at_max, (time) => `r.updated_at <= ${time}`);
  conditions.filter(query.created_at_min, (time) => `r.created_at >= ${time}`);
  conditions.filter(query.created_at_max, (time) => `r.created_at <= ${time}`);
  return conditions;
}

/** List the store's currencies. */
export function listCurrencies(
  db: Queryable,
  call: Call<typeof operations.listCurrencies>,
): Promise<JsonText> {
  const conditions = buildConditions(call.store.id, call.query);
  const json = currencyJson(conditions.bind(call.store.timezone));
  return readList(db, { ...resource, json, conditions }, call.query);
}

/** Count the store's currencies. */
export function countCurrencies(
  db: Queryable,
  call: Call<typeof operations.countCurrencies>,
): Promise<{ count: number }> {
  return countRows(db, { ...resource, conditions: buildConditions(call.store.id, call.query) });
}

/** Load one currency by its id or code. @throws ApiError not_found */
export async function getCurrency(
  db: Queryable,
  { store, params, query }: Call<typeof operations.getCurrency>,
): Promise<JsonText> {
  return recordText(
    "currency",
    (await currencyText(db, store, params.id)) ?? throwApiError("not_found"),
    query.fields,
  );
}
