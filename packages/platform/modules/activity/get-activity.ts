import { type AnswerOf, type operations, type Topic, topics } from "@souk/contract";
import { type Database, daysKept } from "@souk/database";
import type { Actor } from "../../routing/actor.ts";
import type { Call } from "../../routing/call.ts";
import { bucketsOf } from "./bucket-starts.ts";
import { countActivity } from "./count-activity.ts";
import { latestActivity } from "./latest-activity.ts";

const usualDays = 7;
const dayMs = 86_400_000;
const keptDays = daysKept("events");

/**
 * What happened in a shop lately: how much over time, and the latest of it. Staff are told nothing of records that they may not
 * see.
 */
export async function getActivity(
  database: Database,
  call: Call<typeof operations.getActivity>,
  nowMs: number,
): Promise<AnswerOf<typeof operations.getActivity>> {
  const { store, actor } = call;
  const days = call.query.days ?? usualDays;
  const { unit, starts } = bucketsOf(nowMs, store.timezone, days);
  const sees_products = actor.scopes.has("read_products");
  const question = { store, starts, sees_products, hidden: hiddenFrom(actor) };
  const from = starts[0] ?? new Date(nowMs);
  const kept = new Date(Math.max(from.getTime(), nowMs - keptDays * dayMs));
  const [counted, entries, times] = await Promise.all([
    countActivity(database, question),
    latestActivity(database, question),
    timesOf(database, [from, new Date(nowMs), kept], store.timezone),
  ]);
  const [shownFrom = "", to = "", events_since = ""] = times;
  return { activity: { days, from: shownFrom, to, events_since, unit, ...counted, entries } };
}

/** The topics of records that somebody may not see. */
function hiddenFrom({ scopes: own }: Actor): string[] {
  return Object.entries<Topic>(topics).flatMap(([topic, { scopes }]) =>
    scopes.length === 0 || scopes.some((scope) => own.has(scope)) ? [] : [topic],
  );
}

async function timesOf(database: Database, times: readonly Date[], zone: string): Promise<string[]> {
  const text =
    "select array_agg(souk_time(at, $2) order by n) as texts from unnest($1::timestamptz[]) with ordinality as t (at, n)";
  const { rows } = await database.query<{ texts: string[] }>({ name: "times_in_zone", text }, [times, zone]);
  return rows[0]?.texts ?? [];
}
