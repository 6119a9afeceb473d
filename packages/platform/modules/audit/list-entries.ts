import type { operations, QueryValues } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import { readCursorList } from "../../infrastructure/listing/read-cursor-list.ts";
import { countRows } from "../../infrastructure/listing/read-list.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { buildEntryJson } from "./entry-json.ts";

type Filters = QueryValues<(typeof operations.countAuditEntries)["query"]>;

const table = "audit_entries";

function buildConditions(storeId: number, query: Filters): Conditions {
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
  conditions.filter(query.created_at_min, (time) => `r.created_at >= ${time}`);
  conditions.filter(query.created_at_max, (time) => `r.created_at <= ${time}`);
  return conditions;
}

/** List the changes by people and apps in a store, newest first. A cursor continues at a time (`created_at`), not at an id. */
export function listEntries(
  db: Queryable,
  call: Call<typeof operations.listAuditEntries>,
): Promise<JsonText> {
  const conditions = buildConditions(call.store.id, call.query);
  const json = buildEntryJson(conditions.bind(call.store.timezone));
  return readCursorList(db, { plural: table, table, conditions, json, cursorKey: "created_at" }, call.query);
}

/** Count the entries that match the filters. */
export function countEntries(
  db: Queryable,
  call: Call<typeof operations.countAuditEntries>,
): Promise<{ count: number }> {
  return countRows(db, { plural: table, table, conditions: buildConditions(call.store.id, call.query) });
}
