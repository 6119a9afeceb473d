import { buildLeaseEnd, defineStatement, leaseMs, type Queryable, releaseLeaseSql } from "@souk/database";
import { type DatabaseClock, momentCte } from "./database-clock.ts";
import { appJoin, sendableCondition } from "./lane-states.ts";
import type { LaneRow, LeasedLane } from "./leased-lane.ts";

/** Renew the leases of lanes. @returns the ids of the lanes that this process still holds */
export async function renewLeases(
  db: Queryable,
  clock: DatabaseClock,
  owner: string,
  lanes: readonly LeasedLane[],
): Promise<Set<number>> {
  const renewedLanes = await db.many<{ id: number }>(renewStatement, [
    clock.getTestTime(),
    owner,
    lanes.map(({ id }) => id),
    lanes.map(({ epoch }) => epoch),
    leaseMs,
  ]);
  return new Set(renewedLanes.map(({ id }) => id));
}

const renewStatement = defineStatement(
  "lanes_renew",
  `
    with ${momentCte},
      held as materialized (
        select lanes.id from lanes join unnest($3::bigint[], $4::bigint[]) as mine(id, epoch) using (id, epoch)
        where owner = $2 order by lanes.id for no key update of lanes)
    update lanes set leased_until = ${buildLeaseEnd("$5", "moment.now")}
    from held, moment where lanes.id = held.id
    returning lanes.id`,
);

/** A parked lane, and the time until its next delivery is due. */
export interface ParkedLane {
  id: number;
  kind: LaneRow["kind"];
  /** Null if the lane has no pending delivery, or if none may be sent. */
  wake_in_ms: number | null;
}

/**
 * Park lanes that have nothing due: release them and wake each when its next delivery is due.
 *
 * A lane whose wake_count has changed since it was read is not parked. Otherwise no process would send the delivery that
 * has arrived in the meantime.
 */
export async function parkLanes(
  db: Queryable,
  clock: DatabaseClock,
  owner: string,
  lanes: readonly LeasedLane[],
): Promise<ParkedLane[]> {
  const ids = lanes.map(({ id }) => id);
  const epochs = lanes.map(({ epoch }) => epoch);
  const wakeCounts = lanes.map((lane) => lane.wake_count);
  return await db.many<ParkedLane>(parkStatement, [clock.getTestTime(), owner, ids, epochs, wakeCounts]);
}

/**
 * The SQL expression for the due time of a lane's next delivery; null while nothing may be sent from the lane.
 */
const nextDueSql = `case when ${sendableCondition}
  then (select min(due_at) from deliveries where lane_id = lanes.id and state = 'pending') end`;

const parkStatement = defineStatement(
  "lanes_park",
  `
    with ${momentCte},
      idle as materialized (
        select lanes.id, ${nextDueSql} as next_at
        from lanes join unnest($3::bigint[], $4::bigint[], $5::bigint[]) as mine(id, epoch, wake_count) using (id, epoch, wake_count)
        join installations i on i.id = lanes.installation_id
        ${appJoin}
        where owner = $2 order by lanes.id for no key update of lanes)
    update lanes set ${releaseLeaseSql}, wake_at = idle.next_at
    from idle, moment where lanes.id = idle.id
    returning lanes.id, kind, (extract(epoch from wake_at - moment.now) * 1000)::float8 as wake_in_ms`,
);

/**
 * Release lanes whose endpoint's breaker is open, or whose turn is over. A lane is queued at its endpoint if it has due
 * deliveries or has received deliveries since it was read. Other lanes wait for their next due time, because a lane without due
 * deliveries could not probe its endpoint.
 */
export async function requeueLanes(
  db: Queryable,
  clock: DatabaseClock,
  owner: string,
  lanes: readonly LeasedLane[],
): Promise<void> {
  const ids = lanes.map(({ id }) => id);
  const epochs = lanes.map(({ epoch }) => epoch);
  const wakeCounts = lanes.map((lane) => lane.wake_count);
  await db.query(requeueStatement, [clock.getTestTime(), owner, ids, epochs, wakeCounts]);
}

// A lane that was stopped or closed in the meantime has no owner and is left unchanged.
const requeueStatement = defineStatement(
  "lanes_requeue",
  `
    with ${momentCte},
      held as materialized (
        select lanes.id, lanes.wake_count <> mine.wake_count as has_more, ${nextDueSql} as next_at
        from lanes join unnest($3::bigint[], $4::bigint[], $5::bigint[]) as mine(id, epoch, wake_count) using (id, epoch)
        join installations i on i.id = lanes.installation_id
        ${appJoin}
        where owner = $2 order by lanes.id for no key update of lanes),
      placed as (
        select held.id, moment.now, has_more or coalesce(next_at <= moment.now, false) as must_queue, next_at from held, moment)
    update lanes set ${releaseLeaseSql}, queued_at = case when must_queue then now end,
      wake_at = case when not must_queue then next_at end
    from placed where lanes.id = placed.id`,
);

/** Release lanes without other changes, for example because this process stops. The next polling process leases the lanes. */
export async function releaseLanes(
  db: Queryable,
  owner: string,
  lanes: readonly LeasedLane[],
): Promise<void> {
  await db.query(releaseStatement, [owner, lanes.map(({ id }) => id), lanes.map(({ epoch }) => epoch)]);
}

const releaseStatement = defineStatement(
  "lanes_release",
  `
    with held as materialized (
      select lanes.id from lanes join unnest($2::bigint[], $3::bigint[]) as mine(id, epoch) using (id, epoch)
      where owner = $1 order by lanes.id for no key update of lanes)
    update lanes set ${releaseLeaseSql} from held where lanes.id = held.id`,
);

/**
 * Free all leases, so that deliveries are sent immediately and not only when the leases end. Call this only at startup, when
 * no other process uses the database.
 *
 * @returns the number of freed lanes
 */
export async function freeLeases(db: Queryable): Promise<number> {
  await db.query(`update endpoints set ${releaseLeaseSql} where owner is not null`);
  const text = `update lanes set ${releaseLeaseSql}, epoch = epoch + 1 where owner is not null`;
  return (await db.query(text)).rowCount;
}

/** Remove lanes of uninstall notices that have no pending deliveries. */
export async function removeFinishedNoticeLanes(db: Queryable, ids: readonly number[]): Promise<void> {
  await db.query(
    `delete from lanes where id = any($1) and kind = 'uninstall' and owner is null and wake_at is null
       and not exists (select from deliveries where lane_id = lanes.id and state = 'pending')`,
    [ids],
  );
}
