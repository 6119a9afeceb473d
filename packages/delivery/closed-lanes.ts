import type { Queryable } from "@souk/database";
import { type DatabaseClock, momentOfClock } from "./database-clock.ts";
import type { LeasedLane } from "./leased-lane.ts";

/** So many deliveries are cancelled at a time, so that nobody waits long for their rows. */
export const cancelledAtOnce = 1_000;

/**
 * Cancels some of what is pending in a closed lane, while its lease holds.
 *
 * @returns how many; fewer than `cancelledAtOnce` when nothing is left
 */
export async function cancelSome(
  run: Queryable,
  clock: DatabaseClock,
  owner: string,
  lane: LeasedLane,
): Promise<number> {
  return (await run.query(cancel, [clock.at(), owner, lane.id, lane.epoch, cancelledAtOnce])).rowCount;
}

// Ids are unique over all partitions: joined by their date as well, PostgreSQL 18.4 can fail (docs/decisions/0005).
const cancel = {
  name: "deliveries_cancel",
  text: `
    with ${momentOfClock},
      held as materialized (
        select id from lanes where id = $3 and epoch = $4 and owner = $2 and closed_at is not null for no key update),
      batch as materialized (
        select d.id from held join deliveries d on d.lane_id = held.id
        where d.state = 'pending' order by d.due_at, d.id limit $5)
    update deliveries d set state = 'cancelled', finished_at = moment.now
    from batch, moment where d.id = batch.id`,
};

/** Removes a closed lane that has nothing pending and to which nothing has come since it was taken. */
export async function removeClosedLane(run: Queryable, owner: string, lane: LeasedLane): Promise<boolean> {
  return (await run.query(remove, [owner, lane.id, lane.epoch, lane.wakes])).rowCount > 0;
}

// An event that was being numbered while the lane closed has counted its arrivals up.
const remove = {
  name: "lane_remove",
  text: `
    delete from lanes where id = $2 and epoch = $3 and owner = $1 and wakes = $4 and closed_at is not null
      and not exists (select from deliveries where lane_id = lanes.id and state = 'pending')`,
};
