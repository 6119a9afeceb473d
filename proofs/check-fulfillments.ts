import type { Queryable } from "@souk/database";
import type { ReceivedRequest } from "@souk/testkit";
import type { LoggedEvent } from "./check-events.ts";
import { listFulfillmentResults, listOrderResults, type TaskResult } from "./client-tasks.ts";
import type { FulfillmentResult } from "./fulfillments.ts";
import { matchEvents } from "./match-events.ts";
import { countFulfillCalls } from "./responding-app.ts";
import { fulfillmentTopic, type WatchingApp } from "./watching-app.ts";

/** A fulfillment request in the database. */
interface StoredRequest {
  id: number;
  order_ids: number[];
  status: string;
}

/** The ordered and the fulfilled units of an order. */
interface StoredUnits {
  /** The order's id. */
  id: number;
  ordered: number;
  fulfilled: number;
  /** The ids of the order's fulfillments. */
  fulfillments: number[];
}

/** The results of the clients' tasks, and the requests to the app and the events that must match them. */
export interface FulfillmentEvidence {
  results: readonly TaskResult[];
  app: WatchingApp;
  requests: readonly ReceivedRequest[];
  events: readonly LoggedEvent[];
}

async function loadRequests(db: Queryable, storeId: number, app: WatchingApp): Promise<StoredRequest[]> {
  const rows = await db.many<StoredRequest>(
    "select id, order_ids, status from fulfillment_requests where store_id = $1 and app_id = $2 order by id",
    [storeId, app.id],
  );
  return rows;
}

/** Load the units of all orders that proofs have placed. */
async function loadUnits(db: Queryable, storeId: number): Promise<StoredUnits[]> {
  const rows = await db.many<StoredUnits>(
    `select o.id,
       (select sum(l.quantity)::int from order_lines l where l.store_id = $1 and l.order_id = o.id) as ordered,
       (select coalesce(sum(l.quantity), 0)::int from fulfillment_lines l where l.store_id = $1 and l.order_id = o.id) as fulfilled,
       array(select f.id from fulfillments f where f.store_id = $1 and f.order_id = o.id order by f.id) as fulfillments
     from orders o where o.store_id = $1 and o.source_identifier like 'proof %'`,
    [storeId],
  );
  return rows;
}

/** Find Fulfill actions that were recorded or sent to the app more than once, or whose result was lost. */
function findRequestErrors(
  fulfillmentResults: readonly FulfillmentResult[],
  storedRequests: readonly StoredRequest[],
  callCounts: ReadonlyMap<number, number>,
): string[] {
  const requestsByOrder = Map.groupBy(storedRequests, ({ order_ids }) => order_ids.join());
  const requestedOrders = new Set(fulfillmentResults.map(({ order_id }) => order_id));
  const errors = fulfillmentResults.flatMap(({ order_id, fulfillRequest }) => {
    const orderRequests = requestsByOrder.get(String(order_id)) ?? [];
    requestsByOrder.delete(String(order_id));
    const name = `the Fulfill action for order ${order_id}`;
    const [storedRequest] = orderRequests;
    const callCount = callCounts.get(order_id) ?? 0;
    if (fulfillRequest.status === "rejected") return [`${name} was rejected`];
    if (orderRequests.length > 1) return [`${name} is recorded ${orderRequests.length} times`];
    if (callCount > orderRequests.length)
      return [`${name} called the app ${callCount} times but is recorded ${orderRequests.length} times`];
    if (storedRequest?.status === "sent") return [`${name} has no result`];
    if (storedRequest?.status === "messaged" && callCount === 0)
      return [`${name} is recorded with a message from the app, but did not call the app`];
    if (fulfillRequest.status === "unknown") return [];
    const { id, status } = fulfillRequest.record;
    return storedRequest?.id === id && storedRequest.status === status
      ? []
      : [`LOST: the response to ${name} with status ${status} is not recorded`];
  });
  const unexpectedOrders = [...callCounts.keys()].filter((id) => !requestedOrders.has(id));
  const messagedCount = storedRequests.filter(({ status }) => status === "messaged").length;
  return [
    // A Fulfill action may fail. If most of them failed, however, the proof would mean little.
    ...(messagedCount * 2 < fulfillmentResults.length
      ? [`the app responded to only ${messagedCount} of ${fulfillmentResults.length} Fulfill actions`]
      : []),
    ...errors,
    ...[...requestsByOrder.keys()].map(
      (ids) => `a fulfillment request for order ${ids} was recorded without a Fulfill action`,
    ),
    ...unexpectedOrders.map((id) => `the app was called for order ${id} without a Fulfill action`),
  ];
}

/** Find orders whose units were not fulfilled exactly once, and orders that were fulfilled without a request. */
function findUnitErrors(results: readonly TaskResult[], storedUnits: readonly StoredUnits[]): string[] {
  const unitsById = new Map(storedUnits.map((units) => [units.id, units]));
  return listOrderResults(results).flatMap(({ result, fulfillmentResult }) => {
    const units = result.status === "acknowledged" ? unitsById.get(result.record.id) : undefined;
    // `checkOrders` reports acknowledged orders that are missing.
    if (units === undefined) return [];
    const name = `order ${units.id}`;
    const details = `${units.fulfilled} of ${units.ordered} units in ${units.fulfillments.length} fulfillments`;
    if (fulfillmentResult === null)
      return units.fulfillments.length === 0
        ? []
        : [`${name} was fulfilled although no client fulfilled it: ${details}`];
    const { fulfillment } = fulfillmentResult;
    if (fulfillment.status !== "acknowledged") return [`the fulfillment of ${name} is ${fulfillment.status}`];
    const isFulfilledOnce =
      units.fulfillments.length === 1 && units.fulfillments[0] === fulfillment.record.id;
    return isFulfilledOnce && units.fulfilled === units.ordered
      ? []
      : [`${name} was not fulfilled exactly once: ${details}`];
  });
}

/** Compare the results of Fulfill actions and fulfillments with the database. */
export async function findFulfillmentErrors(
  db: Queryable,
  storeId: number,
  { results, app, requests, events }: FulfillmentEvidence,
): Promise<string[]> {
  const units = await loadUnits(db, storeId);
  const ids = units.flatMap(({ fulfillments }) => fulfillments);
  return [
    ...findRequestErrors(
      listFulfillmentResults(results),
      await loadRequests(db, storeId, app),
      countFulfillCalls(app, requests),
    ),
    ...findUnitErrors(results, units),
    ...matchEvents({ topic: fulfillmentTopic, name: "fulfillment" }, ids, events).errors,
  ];
}
