import type { Queryable } from "@souk/database";
import { type DatabaseClock, databaseClock, momentOfClock } from "./database-clock.ts";
import { longDue } from "./lane-states.ts";

/** What becomes of one delivery that is asked for anew; `changed` is false when it was due, or about to be. */
export type Replayed =
  | { ok: true; changed: boolean; number: number }
  | { ok: false; reason: "not_found" | "lane_gone" | "event_gone" };

/**
 * Sends one delivery anew, whatever became of it: it is due now and keeps its numbers, and its 48 hours and its waits begin
 * again. One that waits for its next attempt is tried now.
 *
 * What is under way is left as it is: its delivery is due, and nothing that is due is changed, so the acknowledgement of an
 * attempt finds its delivery as it was read. Locks the lane before the delivery, as an acknowledgement does.
 */
export async function replayDelivery(
  tx: Queryable,
  { installation_id, delivery_id }: { installation_id: number; delivery_id: number },
  clock: DatabaseClock = databaseClock,
): Promise<Replayed> {
  const [found] = (
    await tx.query<FoundDelivery & { event_kept: boolean }>(findOne, [installation_id, delivery_id])
  ).rows;
  if (!found) return { ok: false, reason: "not_found" };
  if (!found.event_kept) return { ok: false, reason: "event_gone" };
  const lanes = await lockLanes(tx, [found.lane_id]);
  if (lanes.length === 0) return { ok: false, reason: "lane_gone" };
  const replayed = await begin(tx, clock, lanes, [found], whateverState);
  await wake(tx, lanes);
  return { ok: true, changed: replayed > 0, number: found.number };
}

/** Which failed deliveries of an installation are sent anew. */
export interface ReplayQuestion {
  installation_id: number;
  /** Those that expired since then. */
  since: Date;
  topic: string | undefined;
  /** Only those above this number of the installation's own. */
  after: number;
}

export interface ReplayedPart {
  replayed: number;
  /** Goes on above this number; null when all have been looked at. */
  next_after: number | null;
}

/** So many deliveries are looked at, and so many sent anew, in one transaction: others wait for it at their lanes. */
export interface ReplayBounds {
  examined: number;
  replayed: number;
}

const usualBounds: ReplayBounds = { examined: 10_000, replayed: 2_000 };

/**
 * Sends anew a part of what failed for an installation: what expired since a time, and what still waits for another attempt
 * after one that failed. In the order of their numbers; the caller goes on at `next_after`. Those whose subscription has ended,
 * or whose event is no longer in the log, are left out.
 */
export async function replayFailed(
  tx: Queryable,
  question: ReplayQuestion,
  { clock = databaseClock, bounds = usualBounds }: { clock?: DatabaseClock; bounds?: ReplayBounds } = {},
): Promise<ReplayedPart> {
  const { installation_id, since, topic, after } = question;
  const values = [clock.at(), installation_id, after, bounds.examined, since, topic ?? null, bounds.replayed];
  const { rows } = await tx.query<FoundDelivery & { examined: number; last: number; id: number | null }>(
    findFailed,
    values,
  );
  const found = rows.filter(({ id }) => id !== null);
  const lanes = await lockLanes(tx, [...new Set(found.map(({ lane_id }) => lane_id))]);
  const replayed = await begin(tx, clock, lanes, found, failed);
  if (replayed > 0) await wake(tx, lanes);
  return { replayed, next_after: nextAfter(rows, found, bounds) };
}

function nextAfter(
  rows: readonly { examined: number; last: number }[],
  found: readonly FoundDelivery[],
  bounds: ReplayBounds,
): number | null {
  const [{ examined, last } = { examined: 0, last: 0 }] = rows;
  if (found.length === bounds.replayed) return found.at(-1)?.number ?? last;
  return examined === bounds.examined ? last : null;
}

interface FoundDelivery {
  id: number;
  created_at: Date;
  number: number;
  lane_id: number;
}

// An event leaves the log by its own age: what was sent of history may be kept longer than its event is.
const eventKept = `exists (select from events
  where store_id = d.store_id and sequence = d.event_sequence and created_at = d.event_created_at)`;

const findOne = `
  select d.id, d.created_at, d.number, d.lane_id, ${eventKept} as event_kept
  from deliveries d where d.id = $2 and d.installation_id = $1`;

// What is due within a second may be read, and sent, before this is committed.
const notDue = "d.due_at > moment.now + interval '1 second'";

const whateverState = `(d.state <> 'pending' or ${notDue})`;

// What failed once since it was last replayed: going on at a number below, a caller would otherwise never come to an end.
const failed = `(d.state = 'expired' or (d.state = 'pending' and d.attempts > d.attempts_before and ${notDue}))`;

const findFailed = `
  with ${momentOfClock},
    part as materialized (
      select * from deliveries where installation_id = $2 and number > $3 order by number limit $4),
    chosen as (
      select d.id, d.created_at, d.number, d.lane_id from part d, moment
      where ${failed} and (d.state = 'pending' or d.finished_at >= $5) and ($6::text is null or d.topic = $6)
        and ${eventKept}
      order by d.number limit $7)
  select whole.examined, whole.last, chosen.*
  from (select count(*) as examined, coalesce(max(number), 0) as last from part) whole left join chosen on true
  order by chosen.number`;

/** The lanes among these that are still there, locked in the order of their ids. */
async function lockLanes(tx: Queryable, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const text = `select id from lanes where id = any($1::bigint[]) and kind = 'subscription' and closed_at is null
    order by id for no key update`;
  return (await tx.query<{ id: number }>(text, [ids])).rows.map(({ id }) => id);
}

/** @returns how many were changed: what another has replayed, or what was tried, meanwhile is left as it is */
async function begin(
  tx: Queryable,
  clock: DatabaseClock,
  lanes: readonly number[],
  found: readonly FoundDelivery[],
  which: string,
): Promise<number> {
  const mine = found.filter(({ lane_id }) => lanes.includes(lane_id));
  if (mine.length === 0) return 0;
  const created = mine.map(({ created_at }) => created_at.getTime());
  const ids = mine.map(({ id }) => id);
  const values = [clock.at(), ids, new Date(Math.min(...created)), new Date(Math.max(...created))];
  return (await tx.query(beginText(which), values)).rowCount;
}

// The partitions are chosen by $3 and $4 when the statement begins, never by a join while it runs (docs/decisions/0005).
const beginText = (which: string): string => `
  with ${momentOfClock}
  update deliveries d set state = 'pending', due_at = moment.now, finished_at = null, first_attempt_at = null,
    attempts_before = d.attempts, replays = d.replays + 1, replayed_at = moment.now
  from moment
  where d.id = any($2::bigint[]) and d.created_at >= $3 and d.created_at <= $4 and ${which}`;

/** Somebody looks at the lanes at once; an endpoint that is open is probed, for whoever asks has mended it. */
async function wake(tx: Queryable, lanes: readonly number[]): Promise<void> {
  await tx.query(
    `update lanes set wake_at = case when queued_at is null then ${longDue} end, wakes = wakes + 1
     where id = any($1::bigint[])`,
    [lanes],
  );
  await tx.query(
    `with mine as materialized (
       select e.id from endpoints e where e.breaker = 'open'
         and e.id in (select endpoint_id from lanes where id = any($1::bigint[])) order by e.id for no key update of e)
     update endpoints e set probe_at = ${longDue} from mine where e.id = mine.id`,
    [lanes],
  );
}

/** How many deliveries an installation has had: where `next_after` ends. */
export async function lastDeliveryNumber(run: Queryable, installationId: number): Promise<number> {
  const text = "select last_number from delivery_heads where installation_id = $1";
  return (await run.query<{ last_number: number }>(text, [installationId])).rows[0]?.last_number ?? 0;
}
