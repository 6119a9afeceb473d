import { type Queryable, releaseLeaseSql } from "@souk/database";
import { type DatabaseClock, databaseClock, momentCte } from "./database-clock.ts";
import { pastTime } from "./lane-states.ts";
import { retryWindowMs } from "./schedule.ts";

// Build the common table expression `chosen_lanes`: the lanes of the apps whose ids are in `parameter`. Closed lanes are left
// out, because their deliveries are still being canceled. Lanes are locked in the order of their ids.
const buildChosenLanesCte = (parameter: "$1" | "$2", condition: string): string => `
  chosen_lanes as materialized (
    select lanes.id from lanes join installations i on i.id = lanes.installation_id
    where i.app_id = any(${parameter}::bigint[]) and lanes.closed_at is null ${condition}
    order by lanes.id for no key update of lanes)`;

const resumableCondition = "and (lanes.kind = 'uninstall' or i.status = 'enabled')";

/**
 * Stop all requests to apps, even notices of uninstalls, in the transaction that suspends the apps or their partner.
 * Pending deliveries wait. A process that still holds one of the lanes can no longer change the lane's deliveries.
 */
export async function stopLanesOfApps(tx: Queryable, appIds: readonly number[]): Promise<void> {
  await tx.query(
    `with ${buildChosenLanesCte("$1", "")}
     update lanes set epoch = epoch + 1, ${releaseLeaseSql}, wake_at = null, queued_at = null,
       wake_count = wake_count + 1
     from chosen_lanes where lanes.id = chosen_lanes.id`,
    [appIds],
  );
}

/**
 * Resume the waiting deliveries of apps, in the transaction that lifts their suspension. As in `resumeLanesOfInstallation`,
 * deliveries older than the 48-hour retry window expire, and each enabled installation skips one delivery number. The gap
 * shows the app that events were not sent.
 */
export async function resumeLanesOfApps(
  tx: Queryable,
  appIds: readonly number[],
  clock: DatabaseClock = databaseClock,
): Promise<void> {
  await tx.query(
    `insert into delivery_heads (installation_id, last_number)
     select id, 1 from installations where app_id = any($1::bigint[]) and status = 'enabled' order by id
     on conflict (installation_id) do update set last_number = delivery_heads.last_number + 1`,
    [appIds],
  );
  // `momentCte` uses $1, which is the time that a test has set, or null.
  await tx.query(
    `with ${momentCte}, ${buildChosenLanesCte("$2", resumableCondition)}
     update deliveries set state = 'expired', finished_at = moment.now
     from chosen_lanes, moment
     where deliveries.lane_id = chosen_lanes.id and state = 'pending'
       and coalesce(first_attempt_at, replayed_at, deliveries.created_at) < moment.now - $3 * interval '1 ms'`,
    [clock.getTestTime(), appIds, retryWindowMs],
  );
  await tx.query(
    `with ${buildChosenLanesCte("$1", resumableCondition)}
     update lanes set wake_at = ${pastTime}, wake_count = wake_count + 1 from chosen_lanes where lanes.id = chosen_lanes.id`,
    [appIds],
  );
}
