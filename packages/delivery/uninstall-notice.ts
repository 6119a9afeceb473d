import type { Queryable } from "@souk/database";
import { type DatabaseClock, databaseClock, momentOfClock } from "./database-clock.ts";
import { lockEventHead, moveEventHead } from "./event-log.ts";
import { fanOut } from "./fan-out.ts";
import { closing } from "./lane-states.ts";
import { bumpLaneEpochs } from "./lanes-of-installation.ts";

export const uninstallTopic = "app/uninstall";

export interface UninstallNotice {
  installation_id: number;
  store_id: number;
  app_id: number;
  /** The exact text that is sent. */
  payload: string;
  actor_kind: string;
  actor_id: string;
  request_id: string;
}

/**
 * Enqueues app/uninstall in transaction A of an uninstall and stops all other sending to the installation (INS-16).
 *
 * The notice has a lane of its own, which outlives the subscription, goes before all others and carries its own address.
 * It does not wait behind the store's inbox: it is numbered here. Call it before anything that locks lanes.
 *
 * @returns false when the installation has not subscribed to app/uninstall: nothing is sent, removal can follow at once
 */
export async function enqueueUninstallNotice(
  tx: Queryable,
  notice: UninstallNotice,
  clock: DatabaseClock = databaseClock,
): Promise<boolean> {
  const { installation_id, store_id, app_id } = notice;
  const last = (await lockEventHead(tx, store_id, true)) ?? 0;
  const url = await noticeUrl(tx, installation_id);
  const sequence = last + 1;
  const at = await addEvent(tx, notice, sequence, url === null, clock);
  await moveEventHead(tx, store_id, sequence);
  if (url !== null) {
    const lane_id = await openNoticeLane(tx, notice);
    const own = {
      subscription_id: null,
      topic: uninstallTopic,
      event_sequence: sequence,
      reduced: false,
      withheld: [],
      url,
    };
    await fanOut(tx, [{ lane_id, store_id, installation_id, app_id, ...own }], at);
  }
  await bumpLaneEpochs(tx, installation_id);
  return url !== null;
}

async function noticeUrl(tx: Queryable, installationId: number): Promise<string | null> {
  const found = await tx.query<{ url: string }>(
    "select url from webhook_subscriptions where installation_id = $1 and topic = $2",
    [installationId, uninstallTopic],
  );
  return found.rows[0]?.url ?? null;
}

async function addEvent(
  tx: Queryable,
  notice: UninstallNotice,
  sequence: number,
  unwanted: boolean,
  clock: DatabaseClock,
): Promise<Date> {
  // The id is the inbox's next, so that no event of the store has the same.
  const added = await tx.query<{ created_at: Date }>(
    `with ${momentOfClock}
     insert into events (store_id, sequence, created_at, id, occurred_at, topic, resource_id, payload,
       actor_kind, actor_id, request_id)
     select $2, $3, now, nextval(pg_get_serial_sequence('event_inbox', 'id')), now, $4, $5, $6, $7, $8, $9 from moment
     returning created_at`,
    [
      clock.at(),
      notice.store_id,
      sequence,
      uninstallTopic,
      notice.installation_id,
      unwanted ? null : notice.payload,
      notice.actor_kind,
      notice.actor_id,
      notice.request_id,
    ],
  );
  const [row] = added.rows;
  if (!row) throw new Error("The event of an uninstall was not written.");
  return row.created_at;
}

async function openNoticeLane(tx: Queryable, notice: UninstallNotice): Promise<number> {
  const opened = await tx.query<{ id: number }>(
    "insert into lanes (kind, installation_id, store_id, app_id) values ('uninstall', $1, $2, $3) returning id",
    [notice.installation_id, notice.store_id, notice.app_id],
  );
  const [row] = opened.rows;
  if (!row) throw new Error("The lane of an uninstall notice was not written.");
  return row.id;
}

/**
 * Cancels what is still pending of app/uninstall, in the transaction that installs the app again: it would make the app
 * delete its new token.
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
     update lanes set ${closing} from notices where lanes.id = notices.id`,
    [store_id, app_id],
  );
}
