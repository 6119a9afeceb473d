import { type Database, DatabaseUnavailable, type Queryable, type Transaction } from "@souk/database";
import { endInstallation, selectUninstalling } from "./installation-store.ts";
import type { RemovalWiring } from "./installs-wiring.ts";
import { revokeTokens } from "./token-store.ts";

/**
 * How long an uninstall waits for the first request of app/uninstall until the sweep may end it, in ms. The sweep comes
 * every half second, give or take a fifth, so that removal follows after 2 s at most (INS-16).
 */
export const noticeWaitMs = 1_400;

const sweptAtOnce = 100;

/**
 * Ends an installation whose uninstall has begun: its tokens are revoked, its subscriptions and whatever else it keeps in
 * the store are gone, its waiting deliveries are cancelled, all in the caller's transaction (INS-16, SNP-4).
 *
 * @returns false when it was ended already
 */
export async function removeInstallation(
  tx: Queryable,
  installationId: number,
  { clock, deliveries, removers }: RemovalWiring,
): Promise<boolean> {
  const now = new Date(clock.now());
  const key = await endInstallation(tx, installationId, now);
  if (key === null) return false;
  await revokeTokens(tx, installationId, now);
  await tx.query("delete from webhook_subscriptions where installation_id = $1", [installationId]);
  for (const remove of removers) await remove(tx, key);
  await deliveries.cancelDeliveries(tx, installationId);
  return true;
}

/**
 * The second transaction of an uninstall, once the first request of app/uninstall was written or has failed. Any process
 * may call it, any number of times.
 */
export async function finishUninstall(
  database: Database,
  installationId: number,
  wiring: RemovalWiring,
): Promise<boolean> {
  await wiring.failpoint("uninstall.before-removal");
  const remove = async (tx: Transaction): Promise<boolean> => {
    const removed = await removeInstallation(tx, installationId, wiring);
    await wiring.failpoint("uninstall.before-removal-commit");
    return removed;
  };
  const removed = await database.transaction(remove, { repeatable: true });
  await wiring.failpoint("uninstall.after-removal");
  return removed;
}

/**
 * Ends the installations whose notice has had its time; for a sweep in every process, about every half second. One that
 * cannot be ended holds none of the others up.
 *
 * @returns how many it ended
 * @throws AggregateError of what went wrong, after all were tried; DatabaseUnavailable at once
 */
export async function finishDueUninstalls(database: Database, wiring: RemovalWiring): Promise<number> {
  const until = new Date(wiring.clock.now() - noticeWaitMs);
  let ended = 0;
  const failures: unknown[] = [];
  for (const id of await selectUninstalling(database, until, sweptAtOnce)) {
    try {
      if (await finishUninstall(database, id, wiring)) ended++;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "Some uninstalls could not be finished.");
  return ended;
}
