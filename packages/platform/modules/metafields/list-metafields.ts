import { type operations, type QueryOf, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../listing/conditions.ts";
import { countRows, readList } from "../../listing/read-list.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Store } from "../../routing/call.ts";
import { metafieldJson } from "./metafield-json.ts";
import { type Owner, ownerExists } from "./owners.ts";
import { type Asker, onlyVisible, requireReading } from "./visibility.ts";

type Filters = QueryOf<(typeof operations.countMetafields)["query"]>;

/** A call for the metafields of any kind of record. */
export interface Listing<Q = QueryOf<(typeof operations.listMetafields)["query"]>> extends Asker {
  store: Store;
  query: Q;
}

async function conditionsOf(run: Queryable, owner: Owner, call: Listing<Filters>): Promise<Conditions> {
  const { store, query } = call;
  requireReading(call, owner, query.namespace);
  if (!(await ownerExists(run, store, owner))) refuse("not_found");
  const conditions = createConditions("r.store_id = $1 and r.owner_resource = $2 and r.owner_id = $3", [
    store.id,
    owner.resource,
    owner.id,
  ]);
  onlyVisible(conditions, call, { owner, scopes: ["read_store"] });
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  conditions.filter(query.namespace, (namespace) => `r.namespace = ${namespace}`);
  conditions.filter(query.key, (key) => `r.key = ${key}`);
  conditions.filter(query.updated_at_min, (at) => `r.updated_at >= ${at}`);
  conditions.filter(query.updated_at_max, (at) => `r.updated_at <= ${at}`);
  conditions.filter(query.created_at_min, (at) => `r.created_at >= ${at}`);
  conditions.filter(query.created_at_max, (at) => `r.created_at <= ${at}`);
  return conditions;
}

/** The metafields of a record that the caller may see (SNP-3). @throws Refusal not_found, scope_missing */
export async function listMetafields(run: Queryable, owner: Owner, call: Listing): Promise<JsonText> {
  const conditions = await conditionsOf(run, owner, call);
  const json = metafieldJson(conditions.bind(call.store.timezone));
  return readList(run, { plural: "metafields", table: "metafields", json, conditions }, call.query);
}

/** Counts them. @throws Refusal not_found, scope_missing */
export async function countMetafields(
  run: Queryable,
  owner: Owner,
  call: Listing<Filters>,
): Promise<{ count: number }> {
  const conditions = await conditionsOf(run, owner, call);
  return countRows(run, { plural: "metafields", table: "metafields", conditions });
}
