import type { Queryable } from "@souk/database";
import { type DatabaseClock, databaseClock, momentCte } from "./database-clock.ts";
import { lockEventHead, moveEventHead } from "./event-log.ts";
import { fanOut } from "./fan-out.ts";
import { stopLanesOfInstallation } from "./installation-lanes.ts";
import { closeLaneAssignments } from "./lane-states.ts";

export const uninstallTopic = "app/uninstall";

export interface UninstallNotice {
  installation_id: number;
  store_id: number;
  app_id: number;
  /** The exact JSON text that is sent. */
  payload: string;
  actor_kind: string;
  actor_id: string;
  request_id: string;
}

/**
 * Enqueue the notice app/uninstall and stop all other sending to the installation, in the first transaction of an uninstall
 * (INS-16).
 *
 * The notice has a lane of its own, which outlasts the subscription and is served before all other lanes. The notice stores
 * its own URL. Its event does not wait in the store's inbox, but is numbered here. Call this before any statement that locks
 * lanes, because the event log must be locked before lanes.
 *
 * @returns false if the installation has not subscribed to app/uninstall. In this case nothing is sent, and the installation
 * can be removed at once
 */
export async function enqueueUninstallNotice(
  tx: Queryable,
  notice: UninstallNotice,
  clock: DatabaseClock = databaseClock,
): Promise<boolean> {
  const { installation_id, store_id, app_id } = notice;
  const lastSequence = (await lockEventHead(tx, store_id, { wait: true })) ?? 0;
  const url = await loadNoticeUrl(tx, installation_id);
  const sequence = lastSequence + 1;
  const eventCreatedAt = await addEvent(tx, notice, sequence, url !== null, clock);
  await moveEventHead(tx, store_id, sequence);
  if (url !== null) {
    const lane_id = await openNoticeLane(tx, notice);
    const draft = {
      subscription_id: null,
      topic: uninstallTopic,
      event_sequence: sequence,
      reduced: false,
      withheld: [],
      url,
    };
    await fanOut(tx, [{ lane_id, store_id, installation_id, app_id, ...draft }], eventCreatedAt);
  }
  await stopLanesOfInstallation(tx, installation_id);
  return url !== null;
}

async function loadNoticeUrl(tx: Queryable, installationId: number): Promise<string | null> {
  const row = await tx.maybeOne<{ url: string }>(
    "select url from webhook_subscriptions where installation_id = $1 and topic = $2",
    [installationId, uninstallTopic],
  );
  return row?.url ?? null;
}

async function addEvent(
  tx: Queryable,
  notice: UninstallNotice,
  sequence: number,
  isSubscribed: boolean,
  clock: DatabaseClock,
): Promise<Date> {
  // The event's id is the next id of the inbox, so that it is unique among the store's events.
  const row = await tx.maybeOne<{ created_at: Date }>(
    `with ${momentCte}
     insert into events (store_id, sequence, created_at, id, occurred_at, topic, resource_id, payload,
       actor_kind, actor_id, request_id)
     select $2, $3, now, nextval(pg_get_serial_sequence('event_inbox', 'id')), now, $4, $5, $6, $7, $8, $9 from moment
     returning created_at`,
    [
      clock.getTestTime(),
      notice.store_id,
      sequence,
      uninstallTopic,
      notice.installation_id,
      isSubscribed ? notice.payload : null,
      notice.actor_kind,
      notice.actor_id,
      notice.request_id,
    ],
  );
  if (!row) throw new Error("The event of an uninstall could not be created.");
  return row.created_at;
}

async function openNoticeLane(tx: Queryable, notice: UninstallNotice): Promise<number> {
  const row = await tx.maybeOne<{ id: number }>(
    "insert into lanes (kind, installation_id, store_id, app_id) values ('uninstall', $1, $2, $3) returning id",
    [notice.installation_id, notice.store_id, notice.app_id],
  );
  if (!row) throw new Error("The lane of an uninstall notice could not be created.");
  return row.id;
}

/**
 * Cancel an app's pending uninstall notices for a store, in the transaction that reinstalls the app there.
 * Otherwise a late notice would make the app delete its new token.
 */
export async function cancelUninstallNotice(
  tx: Queryable,
  { store_id, app_id }: { store_id: number; app_id: number },
): Promise<void> {
  await tx.query(
    `with notices as materialized (
       select lanes.id from lanes join installations i on i.id = lanes.installation_id
       where i.app_id = $2 and i.store_id = $1 and lanes.kind = 'uninstall'
       order by lanes.id for no key update of lanes)
     update lanes set ${closeLaneAssignments} from notices where lanes.id = notices.id`,
    [store_id, app_id],
  );
}
