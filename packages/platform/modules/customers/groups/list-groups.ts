import { type operations, type QueryValues, throwApiError } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../../infrastructure/listing/conditions.ts";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import { countRows, readList } from "../../../infrastructure/listing/read-list.ts";
import { buildContainsWords, splitWords } from "../../../infrastructure/listing/search-words.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { buildGroupJson } from "./group-json.ts";

const textStatement = defineStatement(
  "customer_group_text",
  `select ${buildGroupJson("$3")} as text from customer_groups r where r.store_id = $1 and r.id = $2`,
);

/** Load the JSON text of a group, or return undefined if it does not exist. */
export async function loadGroupText(db: Queryable, store: Store, id: number): Promise<string | undefined> {
  const row = await db.maybeOne<{ text: string }>(textStatement, [store.id, id, store.timezone]);
  return row?.text;
}

function buildConditions(
  storeId: number,
  query: QueryValues<(typeof operations.countCustomerGroups)["query"]>,
): Conditions {
  const conditions = createConditions("r.store_id = $1", [storeId]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  conditions.filter(splitWords(query.query), (words) => buildContainsWords("r.name", words));
  conditions.filter(query.updated_at_min, (time) => `r.updated_at >= ${time}`);
  conditions.filter(query.updated_at_max, (time) => `r.updated_at <= ${time}`);
  conditions.filter(query.created_at_min, (time) => `r.created_at >= ${time}`);
  conditions.filter(query.created_at_max, (time) => `r.created_at <= ${time}`);
  return conditions;
}

const source = { plural: "customer_groups", table: "customer_groups" } as const;

/** List the store's customer groups. */
export function listGroups(
  db: Queryable,
  { store, query }: Call<typeof operations.listCustomerGroups>,
): Promise<JsonText> {
  const conditions = buildConditions(store.id, query);
  const json = buildGroupJson(conditions.bind(store.timezone));
  return readList(db, { ...source, json, conditions }, query);
}

/** Count the store's customer groups. */
export function countGroups(
  db: Queryable,
  { store, query }: Call<typeof operations.countCustomerGroups>,
): Promise<{ count: number }> {
  return countRows(db, { ...source, conditions: buildConditions(store.id, query) });
}

/** Return a customer group. @throws ApiError `not_found` */
export async function getGroup(
  db: Queryable,
  { store, params, query }: Call<typeof operations.getCustomerGroup>,
): Promise<JsonText> {
  const text = (await loadGroupText(db, store, params.id)) ?? throwApiError("not_found");
  return wrapRecord("customer_group", text, query.fields);
}
