import {
  fieldError,
  findNearestTopic,
  findTopic,
  type operations,
  throwApiError,
  throwFieldError,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Call, Installation } from "../../infrastructure/routing/call.ts";
import { createJsonText, type JsonText } from "../../infrastructure/routing/response.ts";
import { loadDeliveriesPage } from "./delivery-page-store.ts";
import type { EventPageQuery, EventRowsPage } from "./event-page.ts";
import { buildEventText } from "./event-text.ts";
import { loadLogPage } from "./log-page-store.ts";

type EventsCall = Call<typeof operations.listEvents>;

/**
 * The maximum number of events that are examined for one response. Without it, a request for a rare topic
 * could examine the whole log.
 */
const maxExamined = 10_000;

/**
 * List a page of the store's event log, or of the installation's deliveries if `delivered_after` is sent
 * (docs/spec/decided.md#event-log).
 * @throws ApiError `not_allowed` if the caller is not an app; `invalid` for `after`, `delivered_after` or `topics`; `gone` if
 *   requested events are no longer stored
 */
export async function listEvents(db: Queryable, call: EventsCall): Promise<JsonText> {
  const installation = assertInstallation(call);
  const { after, delivered_after } = call.query;
  const pageQuery = { ...buildPageQuery(call), installation };
  if (delivered_after === undefined) return listLogPage(db, call, { ...pageQuery, after });
  if (after !== undefined)
    throwFieldError(
      "delivered_after",
      "conflict",
      { with: "after" },
      'The query parameters {field} and "after" cannot be sent together.',
    );
  return listDeliveriesPage(db, call, { ...pageQuery, after: delivered_after });
}

function assertInstallation({ installation }: EventsCall): Installation {
  return (
    installation ??
    throwApiError("not_allowed", { message: "Only apps can read the event log. Send an app's access token." })
  );
}

function buildPageQuery({ store, query }: EventsCall): Omit<EventPageQuery, "installation" | "after"> {
  const { limit, topics } = query;
  if (topics?.length === 0)
    throwFieldError(
      "topics",
      "invalid_format",
      { format: "pattern" },
      "{field} must be topics separated by commas, such as order/create.",
    );
  const unknownTopic = topics?.find((topic) => findTopic(topic) === null);
  if (unknownTopic !== undefined)
    throwFieldError(
      "topics",
      "not_found",
      { resource: "topic" },
      `No topic is named "${unknownTopic}". Did you mean "${findNearestTopic(unknownTopic)}"?`,
    );
  return { store, topics, limit, maxExamined };
}

async function listLogPage(
  db: Queryable,
  { actor }: EventsCall,
  pageQuery: EventPageQuery,
): Promise<JsonText> {
  const { oldest_sequence, last_sequence, ...page } = await loadLogPage(db, pageQuery);
  const bounds = { oldest_sequence, last_sequence };
  const after = pageQuery.after ?? oldest_sequence - 1;
  assertAvailable("after", {
    after,
    oldest: oldest_sequence,
    newest: last_sequence,
    mayBeTruncated: true,
    bounds,
  });
  const next_after = computeNextAfter(page, { after, pageQuery, newest: last_sequence });
  return buildPageText(page, actor.scopes, { ...bounds, next_after });
}

async function listDeliveriesPage(
  db: Queryable,
  { actor }: EventsCall,
  pageQuery: EventPageQuery & { after: number },
): Promise<JsonText> {
  const { after } = pageQuery;
  const { oldest_sequence, last_sequence, oldest_number, newest_number, may_be_truncated, ...page } =
    await loadDeliveriesPage(db, pageQuery);
  const bounds = { oldest_delivery_sequence: oldest_number, last_delivery_sequence: newest_number };
  assertAvailable("delivered_after", {
    after,
    oldest: oldest_number,
    newest: newest_number,
    mayBeTruncated: may_be_truncated,
    bounds,
  });
  const next_delivered_after = computeNextAfter(page, { after, pageQuery, newest: newest_number });
  return buildPageText(page, actor.scopes, {
    oldest_sequence,
    last_sequence,
    ...bounds,
    next_delivered_after,
  });
}

/** The numbers of the requested and the stored events, or of deliveries if deliveries are requested. */
interface RequestedRange {
  /** The number after which events are requested. */
  after: number;
  /** The number of the oldest stored event. */
  oldest: number;
  /** The number of the newest event. */
  newest: number;
  /** Whether events before the oldest stored event may have been deleted. */
  mayBeTruncated: boolean;
  /** The range of stored numbers, as it is returned with the error. */
  bounds: Readonly<Record<string, number>>;
}

/**
 * Assert that the requested events are still stored.
 * @throws ApiError `invalid` for `path` if the number is after the newest event; `gone` if requested events may have been deleted
 */
function assertAvailable(
  path: string,
  { after, oldest, newest, mayBeTruncated, bounds }: RequestedRange,
): void {
  if (after > newest)
    throwFieldError(
      path,
      "out_of_range",
      { max: newest },
      `{field} must be at most ${newest}, the latest sequence number.`,
    );
  if (after >= oldest - 1 || !mayBeTruncated) return;
  const message = `{field} must be at least ${oldest - 1}, because older events are no longer available.`;
  const fields = [fieldError(path, "out_of_range", { min: oldest - 1 }, message)];
  throwApiError("gone", { fields, current: bounds });
}

/**
 * Return the number after which the next page continues. It is the number of the page's last event if more events may follow
 * in the examined range, and otherwise the end of that range.
 */
function computeNextAfter(
  { rows, matched_count }: EventRowsPage,
  { after, pageQuery, newest }: { after: number; pageQuery: EventPageQuery; newest: number },
): number {
  const isTruncated = matched_count === pageQuery.limit || rows.length < matched_count;
  const lastRow = rows.at(-1);
  return isTruncated && lastRow ? lastRow.position : Math.min(after + pageQuery.maxExamined, newest);
}

function buildPageText(
  { rows }: EventRowsPage,
  scopes: ReadonlySet<string>,
  sequences: Readonly<Record<string, number>>,
): JsonText {
  const texts = rows.map((row) => buildEventText(row, [...scopes]));
  return createJsonText(`{"events":[${texts.join(",")}],${JSON.stringify(sequences).slice(1)}`);
}
