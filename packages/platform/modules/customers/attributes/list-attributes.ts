import { type operations, type QueryOf, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../../listing/conditions.ts";
import { recordText } from "../../../listing/list-text.ts";
import { countRows, readList } from "../../../listing/read-list.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import { attributeJson, findAttribute } from "./find-attribute.ts";

function conditionsOf(
  storeId: number,
  query: QueryOf<(typeof operations.countCustomerAttributes)["query"]>,
): Conditions {
  const conditions = createConditions("r.store_id = $1", [storeId]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  conditions.filter(query.key, (key) => `r.key = ${key}`);
  conditions.filter(query.updated_at_min, (at) => `r.updated_at >= ${at}`);
  conditions.filter(query.updated_at_max, (at) => `r.updated_at <= ${at}`);
  conditions.filter(query.created_at_min, (at) => `r.created_at >= ${at}`);
  conditions.filter(query.created_at_max, (at) => `r.created_at <= ${at}`);
  return conditions;
}

const source = { plural: "customer_attributes", table: "customer_attributes" } as const;

/** The custom fields of the store's customers (CUS-3). */
export function listAttributes(
  run: Queryable,
  { store, query }: Call<typeof operations.listCustomerAttributes>,
): Promise<JsonText> {
  const conditions = conditionsOf(store.id, query);
  const json = attributeJson(conditions.bind(store.timezone));
  return readList(run, { ...source, json, conditions }, query);
}

/** Counts them. */
export function countAttributes(
  run: Queryable,
  { store, query }: Call<typeof operations.countCustomerAttributes>,
): Promise<{ count: number }> {
  return countRows(run, { ...source, conditions: conditionsOf(store.id, query) });
}

/** One of them. @throws Refusal not_found */
export async function getAttribute(
  run: Queryable,
  { store, params, query }: Call<typeof operations.getCustomerAttribute>,
): Promise<JsonText> {
  const { text } = (await findAttribute(run, store, params.id)) ?? refuse("not_found");
  return recordText("customer_attribute", text, query.fields);
}
