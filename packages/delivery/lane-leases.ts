import type { Queryable } from "@souk/database";
import { type DatabaseClock, momentOfClock } from "./database-clock.ts";
import { mayBeSent, whoseApp } from "./lane-states.ts";
import type { LeasedLane, TakenLane } from "./leased-lane.ts";

/** How long a lane is taken for; it is taken anew every third of that. */
export const leaseMs = 30_000;

/** Takes the lanes held for as long again. Answers the ids of those that are still this process's. */
export async function renewLeases(
  run: Queryable,
  clock: DatabaseClock,
  owner: string,
  lanes: readonly LeasedLane[],
): Promise<Set<number>> {
  const renewed = await run.query<{ id: number }>(renew, [
    clock.at(),
    owner,
    lanes.map(({ id }) => id),
    lanes.map(({ epoch }) => epoch),
    leaseMs,
  ]);
  return new Set(renewed.rows.map(({ id }) => id));
}

const renew = {
  name: "lanes_renew",
  text: `
    with ${momentOfClock},
      held as materialized (
        select lanes.id from lanes join unnest($3::bigint[], $4::bigint[]) as mine(id, epoch) using (id, epoch)
        where owner = $2 order by lanes.id for no key update of lanes)
    update lanes set leased_until = moment.now + $5 * interval '1 ms'
    from held, moment where lanes.id = held.id
    returning lanes.id`,
};

/** A lane given back, and when it next has something to send. */
export interface ParkedLane {
  id: number;
  kind: TakenLane["kind"];
  wake_in_ms: number | null;
}

/**
 * Gives back lanes that have nothing due, to be woken when the earliest of their deliveries is.
 *
 * A lane whose count of arrivals has changed since it was read is kept, for there is more to read: without that a
 * delivery that arrives at this moment would be waited for by nobody.
 */
export async function parkLanes(
  run: Queryable,
  clock: DatabaseClock,
  owner: string,
  lanes: readonly LeasedLane[],
): Promise<ParkedLane[]> {
  const ids = lanes.map(({ id }) => id);
  const epochs = lanes.map(({ epoch }) => epoch);
  const wakes = lanes.map((lane) => lane.wakes);
  return (await run.query<ParkedLane>(park, [clock.at(), owner, ids, epochs, wakes])).rows;
}

/** When the earliest delivery of a lane is due; null while nothing of it may be sent. Over `mayBeSent`. */
const nextDue = `case when ${mayBeSent}
  then (select min(due_at) from deliveries where lane_id = lanes.id and state = 'pending') end`;

const park = {
  name: "lanes_park",
  text: `
    with ${momentOfClock},
      idle as materialized (
        select lanes.id, ${nextDue} as next_at
        from lanes join unnest($3::bigint[], $4::bigint[], $5::bigint[]) as mine(id, epoch, wakes) using (id, epoch, wakes)
        join installations i on i.id = lanes.installation_id
        ${whoseApp}
        where owner = $2 order by lanes.id for no key update of lanes)
    update lanes set owner = null, leased_until = null, wake_at = idle.next_at
    from idle, moment where lanes.id = idle.id
    returning lanes.id, kind, (extract(epoch from wake_at - moment.now) * 1000)::float8 as wake_in_ms`,
};

/**
 * Gives back lanes whose endpoints are open, or of which other lanes have waited longer. Those that have something due, or to
 * which something has come since they were read, go into the queues of their endpoints; the others wait for what is due
 * next, since a lane with nothing due that is taken to probe its endpoint probes nothing.
 */
export async function requeueLanes(
  run: Queryable,
  clock: DatabaseClock,
  owner: string,
  lanes: readonly LeasedLane[],
): Promise<void> {
  const ids = lanes.map(({ id }) => id);
  const epochs = lanes.map(({ epoch }) => epoch);
  const wakes = lanes.map((lane) => lane.wakes);
  await run.query(requeue, [clock.at(), owner, ids, epochs, wakes]);
}

// What was stopped or closed meanwhile has another owner, none, and is left as it is.
const requeue = {
  name: "lanes_requeue",
  text: `
    with ${momentOfClock},
      held as materialized (
        select lanes.id, lanes.wakes <> mine.wakes as has_more, ${nextDue} as next_at
        from lanes join unnest($3::bigint[], $4::bigint[], $5::bigint[]) as mine(id, epoch, wakes) using (id, epoch)
        join installations i on i.id = lanes.installation_id
        ${whoseApp}
        where owner = $2 order by lanes.id for no key update of lanes),
      placed as (
        select held.id, moment.now, has_more or coalesce(next_at <= moment.now, false) as queues, next_at from held, moment)
    update lanes set owner = null, leased_until = null, queued_at = case when queues then now end,
      wake_at = case when not queues then next_at end
    from placed where lanes.id = placed.id`,
};

/** Gives back lanes as they are, when this process stops: whoever looks next takes them. */
export async function releaseLanes(
  run: Queryable,
  owner: string,
  lanes: readonly LeasedLane[],
): Promise<void> {
  await run.query(release, [owner, lanes.map(({ id }) => id), lanes.map(({ epoch }) => epoch)]);
}

const release = {
  name: "lanes_release",
  text: `
    with held as materialized (
      select lanes.id from lanes join unnest($2::bigint[], $3::bigint[]) as mine(id, epoch) using (id, epoch)
      where owner = $1 order by lanes.id for no key update of lanes)
    update lanes set owner = null, leased_until = null from held where lanes.id = held.id`,
};

/**
 * Frees what processes that are gone had leased, so that it is sent at once and not when the leases end. Only for a start
 * that is certain that no other process works on the database.
 *
 * @returns how many lanes it freed
 */
export async function freeLeases(run: Queryable): Promise<number> {
  await run.query("update endpoints set owner = null, leased_until = null where owner is not null");
  const text =
    "update lanes set owner = null, epoch = epoch + 1, leased_until = null where owner is not null";
  return (await run.query(text)).rowCount;
}

/** Removes the lanes of notices that have nothing pending any more. */
export async function removeFinishedNotices(run: Queryable, ids: readonly number[]): Promise<void> {
  await run.query(
    `delete from lanes where id = any($1) and kind = 'uninstall' and owner is null and wake_at is null
       and not exists (select from deliveries where lane_id = lanes.id and state = 'pending')`,
    [ids],
  );
}
