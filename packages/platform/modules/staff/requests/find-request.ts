import { type OperationResponse, type operations, type QueryValues, throwFieldError } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import {
  type Anchor,
  findStoreId,
  selectChanges,
  selectEvents,
  selectFailure,
  selectStockChanges,
} from "./request-store.ts";

type Found = OperationResponse<typeof operations.findStaffRequest>;
type Query = QueryValues<(typeof operations.findStaffRequest)["query"]>;

const idPattern = /^req_[A-Za-z0-9_-]{16}$/;
const timeoutMs = 5_000;
const minuteMs = 60_000;
/** How far from its record a request may have been sent. */
const nearRecord = { beforeMs: 2 * minuteMs, afterMs: 2 * minuteMs };
/** How far from the time that a person remembers a request may have been sent. */
const nearMemory = { beforeMs: 30 * minuteMs, afterMs: 30 * minuteMs };
const maxAnchors = 3;

/**
 * Return what is stored about a request. Failures and changes of records are found by the request id alone. Changes of stock and events
 * are searched in the store and around the time of those, or of the given store and time, because they have no index on the
 * request id.
 * @throws ApiError `invalid` for `request_id`, `store` and `at`
 */
export async function findRequest(database: Database, query: Query): Promise<Found> {
  const { request_id = "", store, at } = query;
  if (request_id === "") throwFieldError("request_id", "required");
  if (!idPattern.test(request_id))
    throwFieldError("request_id", "invalid_format", { format: "pattern", pattern: idPattern.source });
  if (store !== undefined && at === undefined) throwFieldError("at", "required");
  if (at !== undefined && store === undefined) throwFieldError("store", "required");
  return database.transaction((tx) => readRequest(tx, request_id, { store, at }), {
    readOnly: true,
    statementTimeoutMs: timeoutMs,
  });
}

async function readRequest(
  tx: Transaction,
  requestId: string,
  { store, at }: Pick<Query, "store" | "at">,
): Promise<Found> {
  const failure = await selectFailure(tx, requestId);
  const changes = await selectChanges(tx, requestId);
  const anchors: Anchor[] = [];
  if (store !== undefined && at !== undefined)
    anchors.push(buildAnchor(await findStoreIdOrThrow(tx, store), at, nearMemory));
  const records = [failure, ...changes];
  for (const record of records) {
    if (!record?.store || anchors.some(({ store_id }) => store_id === record.store?.id)) continue;
    anchors.push(buildAnchor(record.store.id, new Date(record.at), nearRecord));
  }
  const nearest = anchors.slice(0, maxAnchors);
  const stock_changes = await selectStockChanges(tx, requestId, nearest);
  const events = await selectEvents(tx, requestId, nearest);
  return { request: { request_id: requestId, failure, changes, stock_changes, events } };
}

function buildAnchor(store_id: number, at: Date, near: { beforeMs: number; afterMs: number }): Anchor {
  return {
    store_id,
    from: new Date(at.getTime() - near.beforeMs),
    to: new Date(at.getTime() + near.afterMs),
  };
}

async function findStoreIdOrThrow(tx: Transaction, handle: string): Promise<number> {
  return (await findStoreId(tx, handle)) ?? throwFieldError("store", "not_found", { resource: "store" });
}
