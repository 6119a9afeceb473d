import type { operations, QueryOf } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../listing/conditions.ts";
import { readCursorList } from "../../listing/read-cursor-list.ts";
import { countRows } from "../../listing/read-list.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Store } from "../../routing/call.ts";
import { type Reader, requestJson, seesLinks } from "./request-json.ts";

const list = { plural: "fulfillment_requests", table: "fulfillment_requests" } as const;

interface Asked<Q> extends Reader {
  store: Store;
  query: Q;
}

type Filters = QueryOf<(typeof operations.countFulfillmentRequests)["query"]>;

function conditionsOf({ store, installation, query }: Asked<Filters>): Conditions {
  const conditions = createConditions("r.store_id = $1", [store.id]);
  conditions.filter(installation?.app_id, (app) => `r.app_id = ${app}`);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.topic, (topic) => `r.topic = ${topic}`);
  conditions.filter(query.status, (status) => `r.status = ${status}`);
  conditions.filter(query.app_handle, (handle) => `r.app_handle = ${handle}`);
  conditions.filter(query.order_ids, (ids) => `r.order_ids && ${ids}::bigint[]`);
  return conditions;
}

/** The Fulfill actions that were sent to apps. */
export function listRequests(
  run: Queryable,
  asked: Asked<QueryOf<(typeof operations.listFulfillmentRequests)["query"]>>,
): Promise<JsonText> {
  const conditions = conditionsOf(asked);
  const json = requestJson(conditions.bind(asked.store.timezone), conditions.bind(seesLinks(asked)));
  return readCursorList(run, { ...list, json, conditions }, asked.query);
}

/** Counts the same. */
export function countRequests(run: Queryable, asked: Asked<Filters>): Promise<{ count: number }> {
  return countRows(run, { ...list, conditions: conditionsOf(asked) });
}
