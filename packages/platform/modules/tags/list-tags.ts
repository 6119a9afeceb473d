import { type operations, type QueryValues, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import { readCursorList } from "../../infrastructure/listing/read-cursor-list.ts";
import { countRows } from "../../infrastructure/listing/read-list.ts";
import { holdsWords, splitWords } from "../../infrastructure/listing/search-words.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call, Store } from "../../infrastructure/routing/call.ts";
import { findTag } from "./find-tag.ts";
import { tagJson, tagsInUse } from "./tag-json.ts";

function buildConditions(
  store: Store,
  query: QueryValues<(typeof operations.countTags)["query"]>,
): Conditions {
  const conditions = createConditions("r.store_id = $1", [store.id]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.resource_type, (type) => `r.resource_type = ${type}`);
  conditions.filter(query.name, (name) => `r.name = ${name}`);
  conditions.filter(splitWords(query.query), (words) => holdsWords("r.name", words));
  return conditions;
}

/** List the tags in use (API-5). */
export function listTags(
  db: Queryable,
  { store, query }: Call<typeof operations.listTags>,
): Promise<JsonText> {
  const conditions = buildConditions(store, query);
  const json = tagJson(conditions.bind(store.timezone));
  return readCursorList(db, { plural: "tags", table: tagsInUse, json, conditions }, query);
}

/** Count the tags in use. */
export function countTags(
  db: Queryable,
  { store, query }: Call<typeof operations.countTags>,
): Promise<{ count: number }> {
  return countRows(db, { plural: "tags", table: tagsInUse, conditions: buildConditions(store, query) });
}

/** Return a tag. @throws ApiError not_found, also when no record has it any more */
export async function getTag(
  db: Queryable,
  { store, params, query }: Call<typeof operations.getTag>,
): Promise<JsonText> {
  const { text } = (await findTag(db, store, { id: params.id })) ?? throwApiError("not_found");
  return recordText("tag", text, query.fields);
}
