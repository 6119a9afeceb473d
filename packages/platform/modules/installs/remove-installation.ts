import { type Database, DatabaseUnavailable, type Queryable, type Transaction } from "@souk/database";
import { endInstallation, selectUninstalling } from "./installation-store.ts";
import type { RemovalDeps } from "./installs-deps.ts";
import { revokeTokens } from "./token-store.ts";

/**
 * Milliseconds that an uninstall waits for the first request of app/uninstall until the sweep may end it. The
 * sweep runs every half second, plus or minus a fifth, so that removal follows after 2 s at most (INS-16).
 */
export const noticeWaitMs = 1_400;

const sweptAtOnce = 100;

/**
 * End an installation whose uninstall has begun: revoke its tokens, delete its subscriptions and all its
 * other data in the store, and cancel its pending deliveries, all in the caller's transaction (INS-16,
 * SNP-4).
 *
 * @returns false when it has ended already
 */
export async function removeInstallation(
  tx: Queryable,
  installationId: number,
  { clock, deliveries, removers }: RemovalDeps,
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
 * Finish an uninstall in a second transaction, once the first request of app/uninstall was written or has
 * failed. Any process may call it, any number of times.
 */
export async function finishUninstall(
  database: Database,
  installationId: number,
  deps: RemovalDeps,
): Promise<boolean> {
  await deps.failpoint("uninstall.before-removal");
  const remove = async (tx: Transaction): Promise<boolean> => {
    const removed = await removeInstallation(tx, installationId, deps);
    await deps.failpoint("uninstall.before-removal-commit");
    return removed;
  };
  const removed = await database.transaction(remove, { repeatable: true });
  await deps.failpoint("uninstall.after-removal");
  return removed;
}

/**
 * End the installations whose time for the notice is over; for a sweep in every process, about every half
 * second. One that cannot be ended blocks none of the others.
 *
 * @returns how many it ended
 * @throws AggregateError of the errors, after all were tried; DatabaseUnavailable at once
 */
export async function finishDueUninstalls(database: Database, deps: RemovalDeps): Promise<number> {
  const until = new Date(deps.clock.now() - noticeWaitMs);
  let ended = 0;
  const failures: unknown[] = [];
  for (const id of await selectUninstalling(database, until, sweptAtOnce)) {
    try {
      if (await finishUninstall(database, id, deps)) ended++;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "Some uninstalls could not be finished.");
  return ended;
}
