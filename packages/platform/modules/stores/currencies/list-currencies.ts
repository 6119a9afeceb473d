import { type operations, type QueryOf, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../../listing/conditions.ts";
import { recordText } from "../../../listing/list-text.ts";
import { countRows, readList } from "../../../listing/read-list.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import { currencyJson } from "./currency-json.ts";
import { currencyText } from "./currency-store.ts";

type Filters = QueryOf<(typeof operations.countCurrencies)["query"]>;

const resource = { plural: "currencies", table: "currencies" };

function conditionsOf(storeId: number, query: Filters): Conditions {
  const conditions = createConditions("r.store_id = $1", [storeId]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  conditions.filter(
    query.codes?.map((code) => code.toUpperCase()),
    (codes) => `r.code = any(${codes})`,
  );
  conditions.filter(query.updated_at_min, (at) => `r.updated_at >= ${at}`);
  conditions.filter(query.updated_at_max, (at) => `r.updated_at <= ${at}`);
  conditions.filter(query.created_at_min, (at) => `r.created_at >= ${at}`);
  conditions.filter(query.created_at_max, (at) => `r.created_at <= ${at}`);
  return conditions;
}

/** The store's currencies. */
export function listCurrencies(
  run: Queryable,
  call: Call<typeof operations.listCurrencies>,
): Promise<JsonText> {
  const conditions = conditionsOf(call.store.id, call.query);
  const json = currencyJson(conditions.bind(call.store.timezone));
  return readList(run, { ...resource, json, conditions }, call.query);
}

/** Counts the store's currencies. */
export function countCurrencies(
  run: Queryable,
  call: Call<typeof operations.countCurrencies>,
): Promise<{ count: number }> {
  return countRows(run, { ...resource, conditions: conditionsOf(call.store.id, call.query) });
}

/** One currency by its id or code. @throws Refusal not_found */
export async function getCurrency(
  run: Queryable,
  { store, params, query }: Call<typeof operations.getCurrency>,
): Promise<JsonText> {
  return recordText(
    "currency",
    (await currencyText(run, store, params.id)) ?? refuse("not_found"),
    query.fields,
  );
}
