import { hasAccess, type OperationResponse, operations, type Topic, topics } from "@souk/contract";
import { type Database, defineStatement, getRetentionDays } from "@souk/database";
import type { Actor } from "../../infrastructure/routing/actor.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { buildBuckets } from "./bucket-starts.ts";
import { countActivity } from "./count-activity.ts";
import { listLatestActivity } from "./list-latest-activity.ts";

const defaultDays = 7;
const dayMs = 86_400_000;
const eventRetentionDays = getRetentionDays("events");

/**
 * Load the recent activity of a store: the counts over time, and the latest entries. Members get no activity of records that they
 * may not see.
 */
export async function getActivity(
  database: Database,
  call: Call<typeof operations.getActivity>,
  nowMs: number,
): Promise<OperationResponse<typeof operations.getActivity>> {
  const { store, actor } = call;
  const days = call.query.days ?? defaultDays;
  const { unit, starts } = buildBuckets(nowMs, store.timezone, days);
  const can_read_products = hasAccess(operations.listProducts, actor);
  // guard movements-on-home-page: without ` && hasAccess(operations.listInventoryMovements, actor)`, get-activity.test.ts fails
  const can_read_movements = can_read_products && hasAccess(operations.listInventoryMovements, actor);
  const hidden_topics = listHiddenTopics(actor);
  const query = { store, starts, can_read_products, can_read_movements, hidden_topics };
  const periodStart = starts[0] ?? new Date(nowMs);
  const eventsSince = new Date(Math.max(periodStart.getTime(), nowMs - eventRetentionDays * dayMs));
  // The queries run one after the other, because a request uses only one of the database connections that its store may use.
  const counts = await countActivity(database, query);
  const entries = await listLatestActivity(database, query);
  const times = await formatTimes(database, [periodStart, new Date(nowMs), eventsSince], store.timezone);
  const [from = "", to = "", events_since = ""] = times;
  return { activity: { days, from, to, events_since, unit, ...counts, entries } };
}

/** List the topics of records that the actor may not see. */
function listHiddenTopics({ scopes: actorScopes }: Actor): string[] {
  return Object.entries<Topic>(topics).flatMap(([topic, { scopes }]) =>
    scopes.length === 0 || scopes.some((scope) => actorScopes.has(scope)) ? [] : [topic],
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
