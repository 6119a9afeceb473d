import { type operations, type QueryValues, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import { readCursorList } from "../../infrastructure/listing/read-cursor-list.ts";
import { countRows } from "../../infrastructure/listing/read-list.ts";
import { buildContainsWords, splitWords } from "../../infrastructure/listing/search-words.ts";
import type { Call, Store } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { findTag } from "./find-tag.ts";
import { buildTagJson, usedTagsSql } from "./tag-json.ts";

function buildConditions(
  store: Store,
  query: QueryValues<(typeof operations.countTags)["query"]>,
): Conditions {
  const conditions = createConditions("r.store_id = $1", [store.id]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.resource_type, (type) => `r.resource_type = ${type}`);
  conditions.filter(query.name, (name) => `r.name = ${name}`);
  conditions.filter(splitWords(query.query), (words) => buildContainsWords("r.name", words));
  return conditions;
}

/** Return a page of the tags that records have (API-5). */
export function listTags(
  db: Queryable,
  { store, query }: Call<typeof operations.listTags>,
): Promise<JsonText> {
  const conditions = buildConditions(store, query);
  const json = buildTagJson(conditions.bind(store.timezone));
  return readCursorList(db, { plural: "tags", table: usedTagsSql, json, conditions }, query);
}

/** Count the tags that records have. */
export function countTags(
  db: Queryable,
  { store, query }: Call<typeof operations.countTags>,
): Promise<{ count: number }> {
  return countRows(db, { plural: "tags", table: usedTagsSql, conditions: buildConditions(store, query) });
}

/** Return a tag. @throws ApiError `not_found`, also if no record has it anymore */
export async function getTag(
  db: Queryable,
  { store, params, query }: Call<typeof operations.getTag>,
): Promise<JsonText> {
  const { text } = (await findTag(db, store, { id: params.id })) ?? throwApiError("not_found");
  return wrapRecord("tag", text, query.fields);
}
