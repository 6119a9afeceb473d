import type { Database, Transaction } from "@souk/database";
import { type DatabaseClock, databaseClock, momentOfClock } from "./database-clock.ts";
import { heldAtMostMs, retryWindowMs } from "./schedule.ts";

/** So many deliveries in one transaction, so that nobody waits long for their lanes. */
const usuallyAtOnce = 1_000;

/**
 * Expires what has waited too long in lanes that no process has: 48 hours after its first attempt, or 7 days without one.
 * Whatever holds it up, an endpoint that is open or an app that is disabled or suspended, it ends, and can be replayed.
 *
 * Lanes that are leased, or that somebody is working on, are left alone: their process expires what it meets.
 *
 * @param stopping once it has fired, no further transaction is begun
 * @returns how many
 */
export async function expireDeliveries(
  database: Database,
  clock: DatabaseClock = databaseClock,
  { atOnce = usuallyAtOnce, stopping }: { atOnce?: number; stopping?: AbortSignal } = {},
): Promise<number> {
  let expired = 0;
  for (let after: Place | null = { lane_id: 0, due_at: new Date(0), id: 0 }; after && !stopping?.aborted; ) {
    const from: Place = after;
    const part = await database.transaction((tx) => expireSome(tx, clock, from, atOnce));
    expired += part.expired;
    after = part.next;
  }
  return expired;
}

/** A place in the order in which what is overdue is gone through: that of the index of what is pending. */
interface Place {
  lane_id: number;
  due_at: Date;
  id: number;
}

async function expireSome(
  tx: Transaction,
  clock: DatabaseClock,
  after: Place,
  atOnce: number,
): Promise<{ expired: number; next: Place | null }> {
  const windows = [retryWindowMs, heldAtMostMs];
  const values = [clock.at(), ...windows, after.lane_id, after.due_at, after.id, atOnce];
  const { rows } = await tx.query<Place & { created_at: Date }>(findOverdue, values);
  const lanes = await lockFreeLanes(tx, clock, [...new Set(rows.map(({ lane_id }) => lane_id))]);
  const mine = rows.filter(({ lane_id }) => lanes.has(lane_id));
  const next = rows.length === atOnce ? (rows.at(-1) ?? null) : null;
  if (mine.length === 0) return { expired: 0, next };
  const created = mine.map(({ created_at }) => created_at.getTime());
  const range = [new Date(Math.min(...created)), new Date(Math.max(...created))];
  const { rowCount } = await tx.query(expire, [clock.at(), ...windows, mine.map(({ id }) => id), ...range]);
  await tx.query(leaveQueues, [[...lanes]]);
  return { expired: rowCount, next };
}

// None is tried before it is made or replayed.
const overdue = `(d.state = 'pending' and case when d.first_attempt_at is null
  then coalesce(d.replayed_at, d.created_at) < moment.now - $3 * interval '1 ms'
  else d.first_attempt_at < moment.now - $2 * interval '1 ms' end)`;

// What is overdue lies in old partitions: now() keeps the younger ones, with all that waits there, from being read.
const findOverdue = `
  with ${momentOfClock}
  select d.lane_id, d.due_at, d.id, d.created_at from deliveries d, moment
  where ${overdue} and d.created_at < coalesce($1::timestamptz, now()) - $2 * interval '1 ms'
    and (d.lane_id, d.due_at, d.id) > ($4, $5, $6)
  order by d.lane_id, d.due_at, d.id limit $7`;

/** The lanes among these that nobody has, locked in the order of their ids. */
async function lockFreeLanes(
  tx: Transaction,
  clock: DatabaseClock,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const text = `
    with ${momentOfClock}
    select lanes.id from lanes
    where id = any($2::bigint[]) and closed_at is null and (leased_until is null or leased_until <= (select now from moment))
    order by id for no key update skip locked`;
  const { rows } = await tx.query<{ id: number }>(text, [clock.at(), ids]);
  return new Set(rows.map(({ id }) => id));
}

// The partitions are chosen by $5 and $6 when the statement begins, never by a join while it runs (docs/decisions/0005).
const expire = `
  with ${momentOfClock}
  update deliveries d set state = 'expired', finished_at = moment.now
  from moment
  where d.id = any($4::bigint[]) and d.created_at >= $5 and d.created_at <= $6 and ${overdue}`;

// A lane with nothing left would be taken in place of one that has something, to probe its endpoint.
const leaveQueues = `
  update lanes set queued_at = null
  where id = any($1::bigint[]) and queued_at is not null
    and not exists (select from deliveries where lane_id = lanes.id and state = 'pending')`;
