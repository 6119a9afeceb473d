import { type OperationResponse, type operations, type QueryValues, throwFieldError } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import {
  findStoreId,
  type SearchPeriod,
  selectChanges,
  selectEvents,
  selectFailure,
  selectStockChanges,
} from "./request-store.ts";

type FoundRequest = OperationResponse<typeof operations.findStaffRequest>;
type Query = QueryValues<(typeof operations.findStaffRequest)["query"]>;

const idPattern = /^req_[A-Za-z0-9_-]{16}$/;
/** The time limit of each statement. */
const timeoutMs = 5_000;
const minuteMs = 60_000;
/** A request may have been sent this long before or after the time of its failure or its change. */
const rangeAroundRecord = { beforeMs: 2 * minuteMs, afterMs: 2 * minuteMs };
/** A request may have been sent this long before or after the time that staff enter, because people remember times only roughly. */
const rangeAroundGivenTime = { beforeMs: 30 * minuteMs, afterMs: 30 * minuteMs };
/** The maximum number of periods in which stock changes and events are searched. */
const maxSearchPeriods = 3;

/**
 * Return what is stored about a request. Failures and changes of records are found by the request id alone. Stock changes and
 * events have no index on the request id, so they are searched only around the given time in the given store, and around the time of each
 * failure or change that was found, in its store.
 * @throws ApiError `invalid` for `request_id`, `store` or `at`
 */
export async function findRequest(database: Database, query: Query): Promise<FoundRequest> {
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
): Promise<FoundRequest> {
  const failure = await selectFailure(tx, requestId);
  const changes = await selectChanges(tx, requestId);
  const searchPeriods: SearchPeriod[] = [];
  if (store !== undefined && at !== undefined)
    searchPeriods.push(buildSearchPeriod(await findStoreIdOrThrow(tx, store), at, rangeAroundGivenTime));
  const records = [failure, ...changes];
  for (const record of records) {
    if (!record?.store || searchPeriods.some(({ store_id }) => store_id === record.store?.id)) continue;
    searchPeriods.push(buildSearchPeriod(record.store.id, new Date(record.at), rangeAroundRecord));
  }
  const chosenPeriods = searchPeriods.slice(0, maxSearchPeriods);
  const stock_changes = await selectStockChanges(tx, requestId, chosenPeriods);
  const events = await selectEvents(tx, requestId, chosenPeriods);
  return { request: { request_id: requestId, failure, changes, stock_changes, events } };
}

function buildSearchPeriod(
  store_id: number,
  at: Date,
  range: { beforeMs: number; afterMs: number },
): SearchPeriod {
  return {
    store_id,
    from: new Date(at.getTime() - range.beforeMs),
    to: new Date(at.getTime() + range.afterMs),
  };
}

async function findStoreIdOrThrow(tx: Transaction, handle: string): Promise<number> {
  return (await findStoreId(tx, handle)) ?? throwFieldError("store", "not_found", { resource: "store" });
}
