import { type Queryable, releaseLeaseSql } from "@souk/database";
import { type DatabaseClock, databaseClock, momentCte } from "./database-clock.ts";
import { closeLaneAssignments, pastTime } from "./lane-states.ts";
import { retryWindowMs } from "./schedule.ts";

// Build the common table expression `chosen_lanes`: the subscription lanes of the installation whose id is in `parameter`. Lanes
// are locked in the order of their ids, as in every statement that changes several lanes.
const buildChosenLanesCte = (parameter: "$1" | "$2"): string => `
  chosen_lanes as materialized (
    select id from lanes where installation_id = ${parameter} and kind = 'subscription' order by id for no key update)`;

/**
 * Stop sending to an installation, in the transaction that disables or uninstalls it (INS-16, INS-18, WHK-8).
 *
 * A process that holds one of the lanes can no longer change the lane's deliveries, so requests that are in flight now are
 * repeated after the installation is enabled again. Pending deliveries wait. The uninstall notice is not stopped.
 */
export async function stopLanesOfInstallation(tx: Queryable, installationId: number): Promise<void> {
  await tx.query(
    `with ${buildChosenLanesCte("$1")}
     update lanes set epoch = epoch + 1, ${releaseLeaseSql}, wake_at = null, queued_at = null,
       wake_count = wake_count + 1
     from chosen_lanes where lanes.id = chosen_lanes.id`,
    [installationId],
  );
}

/**
 * Resume the waiting deliveries of an installation, in the transaction that enables it (INS-18).
 *
 * Deliveries older than the 48-hour retry window expire. The installation's next delivery number is skipped, because events
 * were not sent while it was disabled. The gap shows the app that it must read the event log.
 */
export async function resumeLanesOfInstallation(
  tx: Queryable,
  installationId: number,
  clock: DatabaseClock = databaseClock,
): Promise<void> {
  await tx.query(
    `insert into delivery_heads (installation_id, last_number) values ($1, 1)
     on conflict (installation_id) do update set last_number = delivery_heads.last_number + 1`,
    [installationId],
  );
  await tx.query(
    `with ${momentCte}, ${buildChosenLanesCte("$2")}
     update deliveries set state = 'expired', finished_at = moment.now
     from chosen_lanes, moment
     where deliveries.lane_id = chosen_lanes.id and state = 'pending'
       and coalesce(first_attempt_at, replayed_at, deliveries.created_at) < moment.now - $3 * interval '1 ms'`,
    [clock.getTestTime(), installationId, retryWindowMs],
  );
  await tx.query(
    `with ${buildChosenLanesCte("$1")}
     update lanes set wake_at = ${pastTime}, wake_count = wake_count + 1 from chosen_lanes where lanes.id = chosen_lanes.id`,
    [installationId],
  );
}

/**
 * Cancel the pending deliveries of an installation, in the transaction that removes it.
 *
 * This only closes the lanes, which stops sending immediately. The engine then cancels the deliveries in batches and removes
 * the lanes. The uninstall notice is still sent.
 */
export async function closeLanesOfInstallation(tx: Queryable, installationId: number): Promise<void> {
  await tx.query(
    `with ${buildChosenLanesCte("$1")} update lanes set ${closeLaneAssignments} from chosen_lanes where lanes.id = chosen_lanes.id`,
    [installationId],
  );
}
