import { type operations, type QueryOf, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { createConditions } from "../../../listing/conditions.ts";
import type { CountSource } from "../../../listing/list-source.ts";
import { recordText } from "../../../listing/list-text.ts";
import { countRows, readList } from "../../../listing/read-list.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call, Store } from "../../../routing/call.ts";
import { collectJson } from "./collect-json.ts";

type Filters = QueryOf<(typeof operations.countCollects)["query"]>;

const kept = (resource: string) =>
  `(select coalesce(sum(delta), 0)::bigint from resource_counts where store_id = $1 and resource = ${resource})`;

function sourceOf(store: Store, query: Filters): CountSource {
  const conditions = createConditions("r.store_id = $1", [store.id]);
  let total = kept("'collects'");
  conditions.filter(query.collection_id, (id) => {
    total = kept(`'collection ' || ${id}::bigint`);
    return `r.collection_id = ${id}`;
  });
  const { ids, since_id, product_id, product_ids, collection_ids } = query;
  const narrowed = [ids, since_id, product_id, product_ids, collection_ids].some(
    (sent) => sent !== undefined,
  );
  conditions.filter(ids, (sent) => `r.id = any(${sent})`);
  // LST-5: since_id itself is included.
  conditions.filter(since_id, (id) => `r.id >= ${id}`);
  conditions.filter(product_id, (id) => `r.product_id = ${id}`);
  conditions.filter(product_ids, (sent) => `r.product_id = any(${sent})`);
  conditions.filter(collection_ids, (sent) => `r.collection_id = any(${sent})`);
  // How many there are, and how many of one collection, is kept.
  return { plural: "collects", table: "collects", conditions, total: narrowed ? undefined : total };
}

/** Which products are in which collections. */
export function listCollects(
  run: Queryable,
  { store, query }: Call<typeof operations.listCollects>,
): Promise<JsonText> {
  const source = sourceOf(store, query);
  const json = collectJson(source.conditions.bind(store.timezone));
  return readList(run, { ...source, json }, query);
}

/** Counts them. */
export function countCollects(
  run: Queryable,
  { store, query }: Call<typeof operations.countCollects>,
): Promise<{ count: number }> {
  return countRows(run, sourceOf(store, query));
}

const oneStatement = {
  name: "collect_by_id",
  text: `select ${collectJson("$3")} as text from collects r where r.store_id = $1 and r.id = $2`,
};

/** A collect's JSON text; undefined when there is none of that id. */
export async function collectText(run: Queryable, store: Store, id: number): Promise<string | undefined> {
  const { rows } = await run.query<{ text: string }>(oneStatement, [store.id, id, store.timezone]);
  return rows[0]?.text;
}

/** One of them. @throws Refusal not_found */
export async function getCollect(
  run: Queryable,
  { store, params, query }: Call<typeof operations.getCollect>,
): Promise<JsonText> {
  return recordText(
    "collect",
    (await collectText(run, store, params.id)) ?? refuse("not_found"),
    query.fields,
  );
}
