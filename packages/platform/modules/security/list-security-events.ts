import type { operations, QueryValues } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import { readCursorList } from "../../infrastructure/listing/read-cursor-list.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { buildEventJson, buildStaffEventJson, isByStaffSql } from "./event-json.ts";

type Query = QueryValues<(typeof operations.listSecurityEvents)["query"]>;

const plural = "security_events";
const table = "security_events";

/** Build the condition for the events about an account or caused by it. @param id the placeholder of the account's id */
function buildPersonCondition(id: string): string {
  return `(r.account_id = ${id} or r.actor_kind = 'account' and r.actor_id = (${id}::bigint)::text)`;
}

function addFilters(conditions: Conditions, query: Query): void {
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.kind, (kind) => `r.kind = ${kind}`);
  conditions.filter(query.created_at_min, (time) => `r.created_at >= ${time}`);
  conditions.filter(query.created_at_max, (time) => `r.created_at <= ${time}`);
}

/** List the security events of a store, by default the newest first. */
export function listStoreEvents(
  db: Queryable,
  call: Call<typeof operations.listSecurityEvents>,
): Promise<JsonText> {
  const conditions = createConditions("r.store_id = $1", [call.store.id]);
  addFilters(conditions, call.query);
  // With this filter, events by staff are left out. Otherwise a store could try every account id and find out which of the
  // platform's staff acted.
  // guard staff-unfindable: without `not ${isByStaffSql} and `, security-events.test.ts fails
  conditions.filter(call.query.account_id, (id) => `not ${isByStaffSql} and ${buildPersonCondition(id)}`);
  const json = buildEventJson(conditions.bind(call.store.timezone));
  return readCursorList(db, { plural, table, conditions, json, cursorKey: "created_at" }, call.query);
}

/** List all security events for the platform's staff, newest first. */
export function listAllEvents(
  db: Queryable,
  { query }: Call<typeof operations.listStaffSecurityEvents>,
): Promise<JsonText> {
  const conditions = createConditions("true", []);
  addFilters(conditions, query);
  conditions.filter(query.account_id, buildPersonCondition);
  conditions.filter(query.store_id, (id) => `r.store_id = ${id}`);
  conditions.filter(query.partner_id, (id) => `r.partner_id = ${id}`);
  const json = buildStaffEventJson(conditions.bind("UTC"));
  return readCursorList(db, { plural, table, conditions, json, cursorKey: "created_at" }, query);
}
