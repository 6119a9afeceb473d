import { nearestTopic, type operations, refuse, refuseField, topicOf } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type JsonText, jsonText } from "../../routing/answer.ts";
import type { Call, Installation } from "../../routing/call.ts";
import { readDelivered } from "./delivered-store.ts";
import { eventText } from "./event-text.ts";
import { readLog } from "./log-store.ts";
import type { PageQuestion, ReadPage } from "./page-of-events.ts";

type EventsCall = Call<typeof operations.listEvents>;

/** So many numbers are examined for one answer, so that a topic that is rare costs no more than one that is not. */
const mostExamined = 10_000;

/**
 * A part of the store's event log, or of what was sent to the installation (gaps.md, "events").
 * @throws Refusal `not_allowed` without an app; `invalid` naming after, delivered_after or topics; `gone` where the place
 * asked for is no longer kept
 */
export async function listEvents(run: Queryable, call: EventsCall): Promise<JsonText> {
  const installation = requireInstallation(call);
  const { after, delivered_after } = call.query;
  const question = { ...questionOf(call), installation };
  if (delivered_after === undefined) return logPage(run, call, { ...question, after });
  if (after !== undefined) refuseField("delivered_after", "takes the place of `after`; send one of the two");
  return deliveredPage(run, call, { ...question, after: delivered_after });
}

function requireInstallation({ installation }: EventsCall): Installation {
  return (
    installation ?? refuse("not_allowed", { message: "The event log is for apps; call with an app's token." })
  );
}

function questionOf({ store, query }: EventsCall): Omit<PageQuestion, "installation" | "after"> {
  const { limit, topics } = query;
  if (topics?.length === 0)
    refuseField("topics", "takes topics separated by commas, for example order/create");
  const unknown = topics?.find((topic) => topicOf(topic) === null);
  if (unknown !== undefined)
    refuseField("topics", `no topic is named "${unknown}"; did you mean "${nearestTopic(unknown)}"?`);
  return { store, topics, limit, examined: mostExamined };
}

async function logPage(run: Queryable, { actor }: EventsCall, question: PageQuestion): Promise<JsonText> {
  const { oldest_sequence, last_sequence, ...page } = await readLog(run, question);
  const bounds = { oldest_sequence, last_sequence };
  const after = question.after ?? oldest_sequence - 1;
  requireKept("after", { after, oldest: oldest_sequence, last: last_sequence, gone: true, bounds });
  const next_after = nextOf(page, { after, question, last: last_sequence });
  return answer(page, actor.scopes, { ...bounds, next_after });
}

async function deliveredPage(
  run: Queryable,
  { actor }: EventsCall,
  question: PageQuestion & { after: number },
): Promise<JsonText> {
  const { after } = question;
  const { oldest_sequence, last_sequence, oldest, last, may_be_gone, ...page } = await readDelivered(
    run,
    question,
  );
  const bounds = { oldest_delivery_sequence: oldest, last_delivery_sequence: last };
  requireKept("delivered_after", { after, oldest, last, gone: may_be_gone, bounds });
  const next_delivered_after = nextOf(page, { after, question, last });
  return answer(page, actor.scopes, { oldest_sequence, last_sequence, ...bounds, next_delivered_after });
}

interface Kept {
  after: number;
  oldest: number;
  last: number;
  /** What is missing before the oldest may have been dropped. */
  gone: boolean;
  bounds: Readonly<Record<string, number>>;
}

function requireKept(path: string, { after, oldest, last, gone, bounds }: Kept): void {
  if (after > last) refuseField(path, `is beyond the last number, which is ${last}`);
  if (after >= oldest - 1 || !gone) return;
  const message = `must be at least ${oldest - 1}: older numbers are no longer kept`;
  refuse("gone", { fields: [{ path, message }], current: bounds });
}

/** The last number examined: that of the last shown where there may be more before the end of what was examined. */
function nextOf(
  { rows, matched }: ReadPage,
  { after, question, last }: { after: number; question: PageQuestion; last: number },
): number {
  const isCut = matched === question.limit || rows.length < matched;
  const shown = rows.at(-1);
  return isCut && shown ? shown.place : Math.min(after + question.examined, last);
}

function answer(
  { rows }: ReadPage,
  scopes: ReadonlySet<string>,
  places: Readonly<Record<string, number>>,
): JsonText {
  const texts = rows.map((row) => eventText(row, [...scopes]));
  return jsonText(`{"events":[${texts.join(",")}],${JSON.stringify(places).slice(1)}`);
}
