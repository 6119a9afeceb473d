import { type operations, type QueryValues, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../../infrastructure/listing/conditions.ts";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import { countRows, readList } from "../../../infrastructure/listing/read-list.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { buildCurrencyJson } from "./currency-json.ts";
import { loadCurrencyText } from "./currency-store.ts";

type Filters = QueryValues<(typeof operations.countCurrencies)["query"]>;

const source = { plural: "currencies", table: "currencies" };

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
  const json = buildCurrencyJson(conditions.bind(call.store.timezone));
  return readList(db, { ...source, json, conditions }, call.query);
}

/** Count the store's currencies. */
export function countCurrencies(
  db: Queryable,
  call: Call<typeof operations.countCurrencies>,
): Promise<{ count: number }> {
  return countRows(db, { ...source, conditions: buildConditions(call.store.id, call.query) });
}

/** Return a currency by its id or code. @throws ApiError `not_found` */
export async function getCurrency(
  db: Queryable,
  { store, params, query }: Call<typeof operations.getCurrency>,
): Promise<JsonText> {
  return wrapRecord(
    "currency",
    (await loadCurrencyText(db, store, params.id)) ?? throwApiError("not_found"),
    query.fields,
  );
}
