import type { operations, QueryOf } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../listing/conditions.ts";
import { readCursorList } from "../../listing/read-cursor-list.ts";
import { countRows } from "../../listing/read-list.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { requireManager } from "../installs/index.ts";
import { entryJson } from "./entry-json.ts";

type Filters = QueryOf<(typeof operations.countAuditEntries)["query"]>;

const table = "audit_entries";

function conditionsOf(storeId: number, query: Filters): Conditions {
  const conditions = createConditions("r.store_id = $1", [storeId]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.resource, (resource) => `r.resource = ${resource}`);
  conditions.filter(query.resource_ids, (ids) => `r.resource_id = any(${ids})`);
  conditions.filter(
    query.product_id,
    (id) => `(r.resource = 'product' and r.resource_id = ${id} or r.parent_id = ${id} and r.resource in
      ('variant', 'option_type', 'option_value', 'image', 'collect'))`,
  );
  conditions.filter(query.action, (action) => `r.action = ${action}`);
  conditions.filter(
    query.account_id,
    (id) => `r.actor_kind = 'account' and r.actor_id = (${id}::bigint)::text`,
  );
  conditions.filter(query.app, (handle) => `r.actor_kind = 'app' and r.actor_id = ${handle}`);
  conditions.filter(query.request_id, (id) => `r.request_id = ${id}`);
  conditions.filter(query.created_at_min, (at) => `r.created_at >= ${at}`);
  conditions.filter(query.created_at_max, (at) => `r.created_at <= ${at}`);
  return conditions;
}

/**
 * What people and apps changed in a store, the newest first. A walk by cursor goes by time.
 * @throws Refusal `not_allowed` for staff
 */
export function listEntries(
  run: Queryable,
  call: Call<typeof operations.listAuditEntries>,
): Promise<JsonText> {
  requireManager(call.signed_in);
  const conditions = conditionsOf(call.store.id, call.query);
  const json = entryJson(conditions.bind(call.store.timezone));
  return readCursorList(run, { plural: table, table, conditions, json, walkedBy: "created_at" }, call.query);
}

/** Counts the same entries. */
export function countEntries(
  run: Queryable,
  call: Call<typeof operations.countAuditEntries>,
): Promise<{ count: number }> {
  requireManager(call.signed_in);
  return countRows(run, { plural: table, table, conditions: conditionsOf(call.store.id, call.query) });
}
