import { type operations, type QueryOf, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../../listing/conditions.ts";
import { recordText } from "../../../listing/list-text.ts";
import { countRows, readList } from "../../../listing/read-list.ts";
import { holdsWords, wordsOf } from "../../../listing/words-of.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call, Store } from "../../../routing/call.ts";
import { collectionJson } from "./collection-json.ts";

function conditionsOf(
  store: Store,
  query: QueryOf<(typeof operations.countCollections)["query"]>,
): Conditions {
  const conditions = createConditions("r.store_id = $1", [store.id]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  conditions.filter(query.handle, (handle) => `r.handle = ${handle}`);
  conditions.filter(query.parent_id, (id) => `coalesce(r.parent_id, 0) = ${id}`);
  conditions.filter(query.is_published, (wanted) => `r.is_published = ${wanted}`);
  conditions.filter(query.updated_at_min, (at) => `r.updated_at >= ${at}`);
  conditions.filter(query.updated_at_max, (at) => `r.updated_at <= ${at}`);
  conditions.filter(query.created_at_min, (at) => `r.created_at >= ${at}`);
  conditions.filter(query.created_at_max, (at) => `r.created_at <= ${at}`);
  conditions.filter(wordsOf(query.query), (words) => holdsWords("r.title || ' ' || r.handle", words));
  return conditions;
}

/** The store's collections (PRD-3). @param filesOrigin where pictures are that stand on our own host */
export function listCollections(
  filesOrigin: string,
  run: Queryable,
  { store, query }: Call<typeof operations.listCollections>,
): Promise<JsonText> {
  const conditions = conditionsOf(store, query);
  const json = collectionJson(conditions.bind(store.timezone), conditions.bind(filesOrigin));
  return readList(run, { plural: "collections", table: "collections", json, conditions }, query);
}

/** Counts them. */
export function countCollections(
  run: Queryable,
  { store, query }: Call<typeof operations.countCollections>,
): Promise<{ count: number }> {
  return countRows(run, {
    plural: "collections",
    table: "collections",
    conditions: conditionsOf(store, query),
  });
}

const oneStatement = {
  name: "collection_by_id",
  text: `select ${collectionJson("$3", "$4")} as text from collections r where r.store_id = $1 and r.id = $2`,
};

/** A collection's JSON text; undefined when there is none of that id. */
export async function collectionText(
  run: Queryable,
  { store, id, filesOrigin }: { store: Store; id: number; filesOrigin: string },
): Promise<string | undefined> {
  const values = [store.id, id, store.timezone, filesOrigin];
  return (await run.query<{ text: string }>(oneStatement, values)).rows[0]?.text;
}

/** One collection. @throws Refusal not_found */
export async function getCollection(
  filesOrigin: string,
  run: Queryable,
  { store, params, query }: Call<typeof operations.getCollection>,
): Promise<JsonText> {
  const text = await collectionText(run, { store, id: params.id, filesOrigin });
  return recordText("collection", text ?? refuse("not_found"), query.fields);
}
