import { defineStatement, type Queryable } from "@souk/database";
import { type DatabaseClock, momentCte } from "./database-clock.ts";
import type { LeasedLane } from "./leased-lane.ts";

/** The maximum number of deliveries that one statement cancels, so that no other transaction waits long for the rows. */
export const cancelBatchSize = 1_000;

/**
 * Cancel a batch of the pending deliveries of a closed lane that this process has leased.
 *
 * @returns the number of canceled deliveries; fewer than `cancelBatchSize` if no pending deliveries remain
 */
export async function cancelPendingBatch(
  db: Queryable,
  clock: DatabaseClock,
  owner: string,
  lane: LeasedLane,
): Promise<number> {
  return (await db.query(cancelStatement, [clock.getTestTime(), owner, lane.id, lane.epoch, cancelBatchSize]))
    .rowCount;
}

// Deliveries are joined by id alone, which is unique over all partitions. Joining by the creation time too can crash
// PostgreSQL 18.4 (docs/decisions/0005).
const cancelStatement = defineStatement(
  "deliveries_cancel",
  `
    with ${momentCte},
      held as materialized (
        select id from lanes where id = $3 and epoch = $4 and owner = $2 and closed_at is not null for no key update),
      batch as materialized (
        select d.id from held join deliveries d on d.lane_id = held.id
        where d.state = 'pending' order by d.due_at, d.id limit $5)
    update deliveries d set state = 'cancelled', finished_at = moment.now
    from batch, moment where d.id = batch.id`,
);

/** Remove a closed lane if it has no pending deliveries and has received none since it was leased. */
export async function removeClosedLane(db: Queryable, owner: string, lane: LeasedLane): Promise<void> {
  await db.query(removeStatement, [owner, lane.id, lane.epoch, lane.wake_count]);
}

// Each delivery that the lane receives increases its wake_count.
const removeStatement = defineStatement(
  "lane_remove",
  `
    delete from lanes where id = $2 and epoch = $3 and owner = $1 and wake_count = $4 and closed_at is not null
      and not exists (select from deliveries where lane_id = lanes.id and state = 'pending')`,
);
