import { type operations, type QueryValues, throwApiError } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../../infrastructure/listing/conditions.ts";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import { countRows, readList } from "../../../infrastructure/listing/read-list.ts";
import { buildContainsWords, splitWords } from "../../../infrastructure/listing/search-words.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { buildCollectionJson } from "./collection-json.ts";

function buildConditions(
  store: Store,
  query: QueryValues<(typeof operations.countCollections)["query"]>,
): Conditions {
  const conditions = createConditions("r.store_id = $1", [store.id]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  conditions.filter(query.handle, (handle) => `r.handle = ${handle}`);
  conditions.filter(query.parent_id, (id) => `coalesce(r.parent_id, 0) = ${id}`);
  conditions.filter(query.is_published, (isPublished) => `r.is_published = ${isPublished}`);
  conditions.filter(query.updated_at_min, (time) => `r.updated_at >= ${time}`);
  conditions.filter(query.updated_at_max, (time) => `r.updated_at <= ${time}`);
  conditions.filter(query.created_at_min, (time) => `r.created_at >= ${time}`);
  conditions.filter(query.created_at_max, (time) => `r.created_at <= ${time}`);
  conditions.filter(splitWords(query.query), (words) =>
    buildContainsWords("r.title || ' ' || r.handle", words),
  );
  return conditions;
}

/** Return a page of the store's collections (PRD-3). @param filesOrigin the origin of images on the files host */
export function listCollections(
  filesOrigin: string,
  db: Queryable,
  { store, query }: Call<typeof operations.listCollections>,
): Promise<JsonText> {
  const conditions = buildConditions(store, query);
  const json = buildCollectionJson(conditions.bind(store.timezone), conditions.bind(filesOrigin));
  return readList(db, { plural: "collections", table: "collections", json, conditions }, query);
}

/** Count the store's collections that match the filters. */
export function countCollections(
  db: Queryable,
  { store, query }: Call<typeof operations.countCollections>,
): Promise<{ count: number }> {
  return countRows(db, {
    plural: "collections",
    table: "collections",
    conditions: buildConditions(store, query),
  });
}

const collectionStatement = defineStatement(
  "collection_by_id",
  `select ${buildCollectionJson("$3", "$4")} as text from collections r where r.store_id = $1 and r.id = $2`,
);

/** Load the JSON text of a collection. @returns undefined when it does not exist */
export async function loadCollectionText(
  db: Queryable,
  { store, id, filesOrigin }: { store: Store; id: number; filesOrigin: string },
): Promise<string | undefined> {
  const values = [store.id, id, store.timezone, filesOrigin];
  return (await db.maybeOne<{ text: string }>(collectionStatement, values))?.text;
}

/** Return a collection. @throws ApiError not_found */
export async function getCollection(
  filesOrigin: string,
  db: Queryable,
  { store, params, query }: Call<typeof operations.getCollection>,
): Promise<JsonText> {
  const text = await loadCollectionText(db, { store, id: params.id, filesOrigin });
  return wrapRecord("collection", text ?? throwApiError("not_found"), query.fields);
}
