import type { Queryable } from "@souk/database";
import { type DatabaseClock, databaseClock, momentOfClock } from "./database-clock.ts";
import { longDue } from "./lane-states.ts";
import { retryWindowMs } from "./schedule.ts";

// A lane that is closed is being emptied, and goes on with that. Lanes are locked in the order of their ids.
const lanesOf = (parameter: "$1" | "$2", which: string): string => `
  mine as materialized (
    select lanes.id from lanes join installations i on i.id = lanes.installation_id
    where i.app_id = any(${parameter}::bigint[]) and lanes.closed_at is null ${which}
    order by lanes.id for no key update of lanes)`;

const thatGoOn = "and (lanes.kind = 'uninstall' or i.status = 'enabled')";

/**
 * Stops all sending of apps, in the transaction that suspends them or their partner: also notices of uninstalls. What is
 * pending waits, and whoever has a lane leased can change nothing more with it.
 */
export async function stopLanesOfApps(tx: Queryable, appIds: readonly number[]): Promise<void> {
  await tx.query(
    `with ${lanesOf("$1", "")}
     update lanes set epoch = epoch + 1, owner = null, leased_until = null, wake_at = null, queued_at = null,
       wakes = wakes + 1
     from mine where lanes.id = mine.id`,
    [appIds],
  );
}

/**
 * Lets what waits for apps go on, in the transaction that lifts their suspension. As after enabling an installation
 * (`resumeInstallation`), those whose 48 hours are over are expired, and each enabled installation's next number is left out.
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
  await tx.query(
    `with ${momentOfClock}, ${lanesOf("$2", thatGoOn)}
     update deliveries set state = 'expired', finished_at = moment.now
     from mine, moment
     where deliveries.lane_id = mine.id and state = 'pending'
       and coalesce(first_attempt_at, replayed_at, deliveries.created_at) < moment.now - $3 * interval '1 ms'`,
    [clock.at(), appIds, retryWindowMs],
  );
  await tx.query(
    `with ${lanesOf("$1", thatGoOn)}
     update lanes set wake_at = ${longDue}, wakes = wakes + 1 from mine where lanes.id = mine.id`,
    [appIds],
  );
}
