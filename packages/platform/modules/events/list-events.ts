import {
  fieldError,
  findNearestTopic,
  findTopic,
  type operations,
  throwApiError,
  throwFieldError,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type JsonText, jsonText } from "../../infrastructure/routing/answer.ts";
import type { Call, Installation } from "../../infrastructure/routing/call.ts";
import { readDelivered } from "./delivered-store.ts";
import { eventText } from "./event-text.ts";
import { readLog } from "./log-store.ts";
import type { PageQuestion, ReadPage } from "./page-of-events.ts";

type EventsCall = Call<typeof operations.listEvents>;

/** The maximum numbers examined for one response, so that a rare topic costs no more than a frequent one. */
const maxExamined = 10_000;

/**
 * List a part of the store's event log, or of the installation's deliveries (docs/spec/decided.md#event-log).
 * @throws ApiError `not_allowed` without an app; `invalid` naming after, delivered_after or topics; `gone`
 *   when the requested part is no longer stored
 */
export async function listEvents(db: Queryable, call: EventsCall): Promise<JsonText> {
  const installation = assertInstallation(call);
  const { after, delivered_after } = call.query;
  const question = { ...buildQuestion(call), installation };
  if (delivered_after === undefined) return logPage(db, call, { ...question, after });
  if (after !== undefined)
    throwFieldError(
      "delivered_after",
      "conflict",
      { with: "after" },
      "Send either {field} or after, not both.",
    );
  return deliveredPage(db, call, { ...question, after: delivered_after });
}

function assertInstallation({ installation }: EventsCall): Installation {
  return (
    installation ??
    throwApiError("not_allowed", { message: "Only apps can read the event log. Send an app's access token." })
  );
}

function buildQuestion({ store, query }: EventsCall): Omit<PageQuestion, "installation" | "after"> {
  const { limit, topics } = query;
  if (topics?.length === 0)
    throwFieldError(
      "topics",
      "invalid_format",
      { format: "pattern" },
      "{field} must be topics separated by commas, such as order/create.",
    );
  const unknown = topics?.find((topic) => findTopic(topic) === null);
  if (unknown !== undefined)
    throwFieldError(
      "topics",
      "not_found",
      { resource: "topic" },
      `There is no topic "${unknown}". Did you mean "${findNearestTopic(unknown)}"?`,
    );
  return { store, topics, limit, examined: maxExamined };
}

async function logPage(db: Queryable, { actor }: EventsCall, question: PageQuestion): Promise<JsonText> {
  const { oldest_sequence, last_sequence, ...page } = await readLog(db, question);
  const bounds = { oldest_sequence, last_sequence };
  const after = question.after ?? oldest_sequence - 1;
  assertKept("after", { after, oldest: oldest_sequence, last: last_sequence, mayBeDropped: true, bounds });
  const next_after = computeNext(page, { after, question, last: last_sequence });
  return answer(page, actor.scopes, { ...bounds, next_after });
}

async function deliveredPage(
  db: Queryable,
  { actor }: EventsCall,
  question: PageQuestion & { after: number },
): Promise<JsonText> {
  const { after } = question;
  const { oldest_sequence, last_sequence, oldest, last, may_be_gone, ...page } = await readDelivered(
    db,
    question,
  );
  const bounds = { oldest_delivery_sequence: oldest, last_delivery_sequence: last };
  assertKept("delivered_after", { after, oldest, last, mayBeDropped: may_be_gone, bounds });
  const next_delivered_after = computeNext(page, { after, question, last });
  return answer(page, actor.scopes, { oldest_sequence, last_sequence, ...bounds, next_delivered_after });
}

interface Kept {
  after: number;
  oldest: number;
  last: number;
  /** Whether events before the oldest one may have been deleted. */
  mayBeDropped: boolean;
  bounds: Readonly<Record<string, number>>;
}

function assertKept(path: string, { after, oldest, last, mayBeDropped, bounds }: Kept): void {
  if (after > last)
    throwFieldError(
      path,
      "out_of_range",
      { max: last },
      `{field} must be at most ${last}, the sequence number of the latest event.`,
    );
  if (after >= oldest - 1 || !mayBeDropped) return;
  const sentence = `{field} must be at least ${oldest - 1}: older numbers are no longer available.`;
  const fields = [fieldError(path, "out_of_range", { min: oldest - 1 }, sentence)];
  throwApiError("gone", { fields, current: bounds });
}

/**
 * Return the last number examined: that of the last shown event if there may be more within the examined
 * range.
 */
function computeNext(
  { rows, matched }: ReadPage,
  { after, question, last }: { after: number; question: PageQuestion; last: number },
): number {
  const isTruncated = matched === question.limit || rows.length < matched;
  const shown = rows.at(-1);
  return isTruncated && shown ? shown.place : Math.min(after + question.examined, last);
}

function answer(
  { rows }: ReadPage,
  scopes: ReadonlySet<string>,
  places: Readonly<Record<string, number>>,
): JsonText {
  const texts = rows.map((row) => eventText(row, [...scopes]));
  return jsonText(`{"events":[${texts.join(",")}],${JSON.stringify(places).slice(1)}`);
}
