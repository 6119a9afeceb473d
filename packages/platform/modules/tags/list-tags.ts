import { type operations, type QueryOf, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../listing/conditions.ts";
import { recordText } from "../../listing/list-text.ts";
import { readCursorList } from "../../listing/read-cursor-list.ts";
import { countRows } from "../../listing/read-list.ts";
import { holdsWords, wordsOf } from "../../listing/words-of.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call, Store } from "../../routing/call.ts";
import { findTag } from "./find-tag.ts";
import { tagJson, tagsInUse } from "./tag-json.ts";

function conditionsOf(store: Store, query: QueryOf<(typeof operations.countTags)["query"]>): Conditions {
  const conditions = createConditions("r.store_id = $1", [store.id]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.resource_type, (type) => `r.resource_type = ${type}`);
  conditions.filter(query.name, (name) => `r.name = ${name}`);
  conditions.filter(wordsOf(query.query), (words) => holdsWords("r.name", words));
  return conditions;
}

/** The tags in use (API-5). */
export function listTags(
  run: Queryable,
  { store, query }: Call<typeof operations.listTags>,
): Promise<JsonText> {
  const conditions = conditionsOf(store, query);
  const json = tagJson(conditions.bind(store.timezone));
  return readCursorList(run, { plural: "tags", table: tagsInUse, json, conditions }, query);
}

/** Counts them. */
export function countTags(
  run: Queryable,
  { store, query }: Call<typeof operations.countTags>,
): Promise<{ count: number }> {
  return countRows(run, { plural: "tags", table: tagsInUse, conditions: conditionsOf(store, query) });
}

/** One tag. @throws Refusal not_found, also when nothing bears it any more */
export async function getTag(
  run: Queryable,
  { store, params, query }: Call<typeof operations.getTag>,
): Promise<JsonText> {
  const { text } = (await findTag(run, store, { id: params.id })) ?? refuse("not_found");
  return recordText("tag", text, query.fields);
}
