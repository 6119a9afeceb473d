import { type operations, type QueryOf, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../../listing/conditions.ts";
import { recordText } from "../../../listing/list-text.ts";
import { countRows, readList } from "../../../listing/read-list.ts";
import { holdsWords, wordsOf } from "../../../listing/words-of.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call, Store } from "../../../routing/call.ts";
import { groupJson } from "./group-json.ts";

const textStatement = {
  name: "customer_group_text",
  text: `select ${groupJson("$3")} as text from customer_groups r where r.store_id = $1 and r.id = $2`,
};

/** The JSON text of a group; undefined when it is not there. */
export async function groupText(run: Queryable, store: Store, id: number): Promise<string | undefined> {
  const { rows } = await run.query<{ text: string }>(textStatement, [store.id, id, store.timezone]);
  return rows[0]?.text;
}

function conditionsOf(
  storeId: number,
  query: QueryOf<(typeof operations.countCustomerGroups)["query"]>,
): Conditions {
  const conditions = createConditions("r.store_id = $1", [storeId]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  conditions.filter(wordsOf(query.query), (words) => holdsWords("r.name", words));
  conditions.filter(query.updated_at_min, (at) => `r.updated_at >= ${at}`);
  conditions.filter(query.updated_at_max, (at) => `r.updated_at <= ${at}`);
  conditions.filter(query.created_at_min, (at) => `r.created_at >= ${at}`);
  conditions.filter(query.created_at_max, (at) => `r.created_at <= ${at}`);
  return conditions;
}

const source = { plural: "customer_groups", table: "customer_groups" } as const;

/** The store's groups of customers. */
export function listGroups(
  run: Queryable,
  { store, query }: Call<typeof operations.listCustomerGroups>,
): Promise<JsonText> {
  const conditions = conditionsOf(store.id, query);
  const json = groupJson(conditions.bind(store.timezone));
  return readList(run, { ...source, json, conditions }, query);
}

/** Counts them. */
export function countGroups(
  run: Queryable,
  { store, query }: Call<typeof operations.countCustomerGroups>,
): Promise<{ count: number }> {
  return countRows(run, { ...source, conditions: conditionsOf(store.id, query) });
}

/** One of them. @throws Refusal not_found */
export async function getGroup(
  run: Queryable,
  { store, params, query }: Call<typeof operations.getCustomerGroup>,
): Promise<JsonText> {
  const text = (await groupText(run, store, params.id)) ?? refuse("not_found");
  return recordText("customer_group", text, query.fields);
}
