import { type OperationResponse, type operations, type Topic, topics } from "@souk/contract";
import { type Database, defineStatement, getKeptDays } from "@souk/database";
import type { Actor } from "../../infrastructure/routing/actor.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { buildBuckets } from "./bucket-starts.ts";
import { countActivity } from "./count-activity.ts";
import { latestActivity } from "./latest-activity.ts";

const usualDays = 7;
const dayMs = 86_400_000;
const keptDays = getKeptDays("events");

/**
 * Load the recent activity of a store: the counts over time, and the latest events. Staff get nothing about
 * records that they may not see.
 */
export async function getActivity(
  database: Database,
  call: Call<typeof operations.getActivity>,
  nowMs: number,
): Promise<OperationResponse<typeof operations.getActivity>> {
  const { store, actor } = call;
  const days = call.query.days ?? usualDays;
  const { unit, starts } = buildBuckets(nowMs, store.timezone, days);
  const sees_products = actor.scopes.has("read_products");
  const question = { store, starts, sees_products, hidden: hiddenFrom(actor) };
  const from = starts[0] ?? new Date(nowMs);
  const kept = new Date(Math.max(from.getTime(), nowMs - keptDays * dayMs));
  const [counted, entries, times] = await Promise.all([
    countActivity(database, question),
    latestActivity(database, question),
    formatTimes(database, [from, new Date(nowMs), kept], store.timezone),
  ]);
  const [shownFrom = "", to = "", events_since = ""] = times;
  return { activity: { days, from: shownFrom, to, events_since, unit, ...counted, entries } };
}

/** List the topics of records that the actor may not see. */
function hiddenFrom({ scopes: own }: Actor): string[] {
  return Object.entries<Topic>(topics).flatMap(([topic, { scopes }]) =>
    scopes.length === 0 || scopes.some((scope) => own.has(scope)) ? [] : [topic],
  );
}

const timesInZoneStatement = defineStatement(
  "times_in_zone",
  "select array_agg(souk_time(at, $2) order by n) as texts from unnest($1::timestamptz[]) with ordinality as t (at, n)",
);

async function formatTimes(database: Database, times: readonly Date[], zone: string): Promise<string[]> {
  const row = await database.maybeOne<{ texts: string[] }>(timesInZoneStatement, [times, zone]);
  return row?.texts ?? [];
}
