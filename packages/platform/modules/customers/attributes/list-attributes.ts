import { type operations, type QueryValues, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../../infrastructure/listing/conditions.ts";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import { countRows, readList } from "../../../infrastructure/listing/read-list.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { buildAttributeJson, findAttribute } from "./find-attribute.ts";

function buildConditions(
  storeId: number,
  query: QueryValues<(typeof operations.countCustomerAttributes)["query"]>,
): Conditions {
  const conditions = createConditions("r.store_id = $1", [storeId]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  conditions.filter(query.key, (key) => `r.key = ${key}`);
  conditions.filter(query.updated_at_min, (time) => `r.updated_at >= ${time}`);
  conditions.filter(query.updated_at_max, (time) => `r.updated_at <= ${time}`);
  conditions.filter(query.created_at_min, (time) => `r.created_at >= ${time}`);
  conditions.filter(query.created_at_max, (time) => `r.created_at <= ${time}`);
  return conditions;
}

const source = { plural: "customer_attributes", table: "customer_attributes" } as const;

/** List the custom fields of the store's customers (CUS-3). */
export function listAttributes(
  db: Queryable,
  { store, query }: Call<typeof operations.listCustomerAttributes>,
): Promise<JsonText> {
  const conditions = buildConditions(store.id, query);
  const json = buildAttributeJson(conditions.bind(store.timezone));
  return readList(db, { ...source, json, conditions }, query);
}

/** Count the store's custom fields. */
export function countAttributes(
  db: Queryable,
  { store, query }: Call<typeof operations.countCustomerAttributes>,
): Promise<{ count: number }> {
  return countRows(db, { ...source, conditions: buildConditions(store.id, query) });
}

/** Return a custom field. @throws ApiError `not_found` */
export async function getAttribute(
  db: Queryable,
  { store, params, query }: Call<typeof operations.getCustomerAttribute>,
): Promise<JsonText> {
  const { text } = (await findAttribute(db, store, params.id)) ?? throwApiError("not_found");
  return wrapRecord("customer_attribute", text, query.fields);
}
