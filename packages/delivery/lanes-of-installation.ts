import type { Queryable } from "@souk/database";
import { type DatabaseClock, databaseClock, momentOfClock } from "./database-clock.ts";
import { closing, longDue } from "./lane-states.ts";
import { retryWindowMs } from "./schedule.ts";

// Lanes are locked in the order of their ids, as by everybody who changes several.
const lanesOf = (parameter: "$1" | "$2"): string => `
  mine as materialized (
    select id from lanes where installation_id = ${parameter} and kind = 'subscription' order by id for no key update)`;

/**
 * Stops all sending to an installation, in the transaction that disables or uninstalls it (INS-16, INS-18, WHK-8).
 *
 * Whoever has a lane leased can change nothing more with it: what was under way when this committed is tried again after
 * enabling. What is pending waits. The notice of an uninstall is not stopped.
 */
export async function bumpLaneEpochs(tx: Queryable, installationId: number): Promise<void> {
  await tx.query(
    `with ${lanesOf("$1")}
     update lanes set epoch = epoch + 1, owner = null, leased_until = null, wake_at = null, queued_at = null,
       wakes = wakes + 1
     from mine where lanes.id = mine.id`,
    [installationId],
  );
}

/**
 * Lets the waiting deliveries of an installation go on, in the transaction that enables it (INS-18).
 *
 * Those whose 48 hours are over are expired. The installation's next delivery number is left out: what happened while it
 * was disabled was not sent, and the gap tells the app to read the log.
 */
export async function resumeInstallation(
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
    `with ${momentOfClock}, ${lanesOf("$2")}
     update deliveries set state = 'expired', finished_at = moment.now
     from mine, moment
     where deliveries.lane_id = mine.id and state = 'pending'
       and coalesce(first_attempt_at, replayed_at, deliveries.created_at) < moment.now - $3 * interval '1 ms'`,
    [clock.at(), installationId, retryWindowMs],
  );
  await tx.query(
    `with ${lanesOf("$1")}
     update lanes set wake_at = ${longDue}, wakes = wakes + 1 from mine where lanes.id = mine.id`,
    [installationId],
  );
}

/**
 * Cancels what is still pending for an installation, in the transaction that removes it: never sent, told by its state.
 *
 * The lanes are closed here, whatever their number of deliveries, and at once nothing more is sent. The engine then
 * cancels the deliveries a batch at a time and removes the lanes. The notice of an uninstall goes on.
 */
export async function cancelDeliveries(tx: Queryable, installationId: number): Promise<void> {
  await tx.query(`with ${lanesOf("$1")} update lanes set ${closing} from mine where lanes.id = mine.id`, [
    installationId,
  ]);
}
