import { type operations, type QueryValues, throwApiError } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { createConditions } from "../../../infrastructure/listing/conditions.ts";
import type { CountSource } from "../../../infrastructure/listing/list-source.ts";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import { countRows, readList } from "../../../infrastructure/listing/read-list.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { buildCollectJson } from "./collect-json.ts";

type Filters = QueryValues<(typeof operations.countCollects)["query"]>;

const buildStoredCountSql = (resource: string) =>
  `(select coalesce(sum(delta), 0)::bigint from resource_counts where store_id = $1 and resource = ${resource})`;

function buildCountSource(store: Store, query: Filters): CountSource {
  const conditions = createConditions("r.store_id = $1", [store.id]);
  let total = buildStoredCountSql("'collects'");
  if (query.collection_id !== undefined) {
    const id = conditions.bind(query.collection_id);
    conditions.add(`r.collection_id = ${id}`);
    total = buildStoredCountSql(`'collection ' || ${id}::bigint`);
  }
  const { ids, since_id, product_id, product_ids, collection_ids } = query;
  const hasOtherFilters = [ids, since_id, product_id, product_ids, collection_ids].some(
    (filter) => filter !== undefined,
  );
  conditions.filter(ids, (placeholder) => `r.id = any(${placeholder})`);
  // LST-5: since_id itself is included.
  conditions.filter(since_id, (id) => `r.id >= ${id}`);
  conditions.filter(product_id, (id) => `r.product_id = ${id}`);
  conditions.filter(product_ids, (placeholder) => `r.product_id = any(${placeholder})`);
  conditions.filter(collection_ids, (placeholder) => `r.collection_id = any(${placeholder})`);
  // `resource_counts` has the number of all collects and of each collection's collects, but no numbers for other filters.
  return { plural: "collects", table: "collects", conditions, total: hasOtherFilters ? undefined : total };
}

/** Return a page of collects. A collect says that one product is in one collection. */
export function listCollects(
  db: Queryable,
  { store, query }: Call<typeof operations.listCollects>,
): Promise<JsonText> {
  const source = buildCountSource(store, query);
  const json = buildCollectJson(source.conditions.bind(store.timezone));
  return readList(db, { ...source, json }, query);
}

/** Count the collects. */
export function countCollects(
  db: Queryable,
  { store, query }: Call<typeof operations.countCollects>,
): Promise<{ count: number }> {
  return countRows(db, buildCountSource(store, query));
}

const collectStatement = defineStatement(
  "collect_by_id",
  `select ${buildCollectJson("$3")} as text from collects r where r.store_id = $1 and r.id = $2`,
);

/** Load the JSON text of a collect. @returns undefined when it does not exist */
export async function loadCollectText(db: Queryable, store: Store, id: number): Promise<string | undefined> {
  const row = await db.maybeOne<{ text: string }>(collectStatement, [store.id, id, store.timezone]);
  return row?.text;
}

/** Return a collect. @throws ApiError not_found */
export async function getCollect(
  db: Queryable,
  { store, params, query }: Call<typeof operations.getCollect>,
): Promise<JsonText> {
  return wrapRecord(
    "collect",
    (await loadCollectText(db, store, params.id)) ?? throwApiError("not_found"),
    query.fields,
  );
}
