import type { operations, QueryValues } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import { readCursorList } from "../../infrastructure/listing/read-cursor-list.ts";
import { countRows } from "../../infrastructure/listing/read-list.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { buildRequestJson, getLinkVisibility, type RequestViewer } from "./request-json.ts";

const source = { plural: "fulfillment_requests", table: "fulfillment_requests" } as const;

interface ReadCall<Q> extends RequestViewer {
  store: Store;
  query: Q;
}

type Filters = QueryValues<(typeof operations.countFulfillmentRequests)["query"]>;

function buildConditions({ store, installation, query }: ReadCall<Filters>): Conditions {
  const conditions = createConditions("r.store_id = $1", [store.id]);
  // guard fulfillment-requests-of-another-app: without it, list-requests.test.ts fails at `API-5`
  conditions.filter(installation?.app_id, (app) => `r.app_id = ${app}`);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.topic, (topic) => `r.topic = ${topic}`);
  conditions.filter(query.status, (status) => `r.status = ${status}`);
  conditions.filter(query.app_handle, (handle) => `r.app_handle = ${handle}`);
  conditions.filter(query.order_ids, (ids) => `r.order_ids && ${ids}::bigint[]`);
  return conditions;
}

/** List the fulfillment requests of a store. */
export function listRequests(
  db: Queryable,
  call: ReadCall<QueryValues<(typeof operations.listFulfillmentRequests)["query"]>>,
): Promise<JsonText> {
  const conditions = buildConditions(call);
  const { can_see_all, scopes, installation_ids } = getLinkVisibility(call);
  const json = buildRequestJson({
    timezone: conditions.bind(call.store.timezone),
    can_see_all: conditions.bind(can_see_all),
    scopes: conditions.bind(scopes),
    installation_ids: conditions.bind(installation_ids),
  });
  return readCursorList(db, { ...source, json, conditions }, call.query);
}

/** Count the fulfillment requests of a store that match the filters. */
export function countRequests(db: Queryable, call: ReadCall<Filters>): Promise<{ count: number }> {
  return countRows(db, { ...source, conditions: buildConditions(call) });
}
