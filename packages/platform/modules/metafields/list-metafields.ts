import { type operations, type QueryValues, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import { countRows, readList } from "../../infrastructure/listing/read-list.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { buildMetafieldJson } from "./metafield-json.ts";
import { type Owner, ownerExists } from "./owners.ts";
import { addVisibilityConditions, assertCanRead, type Caller } from "./visibility.ts";

type Filters = QueryValues<(typeof operations.countMetafields)["query"]>;

/** A request for the metafields of a record of any kind. */
export interface ListCall<Query = QueryValues<(typeof operations.listMetafields)["query"]>> extends Caller {
  store: Store;
  query: Query;
}

async function buildConditions(db: Queryable, owner: Owner, call: ListCall<Filters>): Promise<Conditions> {
  const { store, query } = call;
  assertCanRead(call, owner, query.namespace);
  if (!(await ownerExists(db, store, owner))) throwApiError("not_found");
  const conditions = createConditions("r.store_id = $1 and r.owner_resource = $2 and r.owner_id = $3", [
    store.id,
    owner.resource,
    owner.id,
  ]);
  addVisibilityConditions(conditions, call, { owner, access: ["read"] });
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  conditions.filter(query.namespace, (namespace) => `r.namespace = ${namespace}`);
  conditions.filter(query.key, (key) => `r.key = ${key}`);
  conditions.filter(query.updated_at_min, (time) => `r.updated_at >= ${time}`);
  conditions.filter(query.updated_at_max, (time) => `r.updated_at <= ${time}`);
  conditions.filter(query.created_at_min, (time) => `r.created_at >= ${time}`);
  conditions.filter(query.created_at_max, (time) => `r.created_at <= ${time}`);
  return conditions;
}

/** Return a page of a record's metafields that the caller may read (SNP-3). @throws ApiError `not_found`; `scope_missing` */
export async function listMetafields(db: Queryable, owner: Owner, call: ListCall): Promise<JsonText> {
  const conditions = await buildConditions(db, owner, call);
  const json = buildMetafieldJson(conditions.bind(call.store.timezone));
  return readList(db, { plural: "metafields", table: "metafields", json, conditions }, call.query);
}

/** Count a record's metafields that the caller may read. @throws ApiError `not_found`; `scope_missing` */
export async function countMetafields(
  db: Queryable,
  owner: Owner,
  call: ListCall<Filters>,
): Promise<{ count: number }> {
  const conditions = await buildConditions(db, owner, call);
  return countRows(db, { plural: "metafields", table: "metafields", conditions });
}
