import { type Database, DatabaseUnavailable, type Queryable, type Transaction } from "@souk/database";
import { endInstallation, listUninstallingIds } from "./installation-store.ts";
import type { RemovalDeps } from "./installs-deps.ts";
import { revokeTokens } from "./token-store.ts";

/**
 * Milliseconds that an uninstall waits for the first app/uninstall request. After this time, a background job may remove the
 * app. The job runs every half second, plus or minus 20%, so the app is removed at most 2 s after the uninstall (INS-16).
 */
export const noticeWaitMs = 1_400;

const maxRemovalsPerRun = 100;

/**
 * Remove an installation whose uninstall has begun: revoke its tokens, delete its subscriptions and all its other data in
 * the store, and cancel its pending deliveries. All of this happens in the caller's transaction (INS-16, SNP-4).
 *
 * @returns false if the installation was already removed
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
  await deliveries.closeLanes(tx, installationId);
  return true;
}

/**
 * Finish an uninstall in a second transaction, after the first app/uninstall request was sent or has failed. Any process may
 * call this function, any number of times.
 *
 * @returns false if the uninstall was already finished
 */
export async function finishUninstall(
  database: Database,
  installationId: number,
  deps: RemovalDeps,
): Promise<boolean> {
  await deps.failpoint("uninstall.before-removal");
  const remove = async (tx: Transaction): Promise<boolean> => {
    const isNewlyRemoved = await removeInstallation(tx, installationId, deps);
    await deps.failpoint("uninstall.before-removal-commit");
    return isNewlyRemoved;
  };
  const isNewlyRemoved = await database.transaction(remove, { retryable: true });
  await deps.failpoint("uninstall.after-removal");
  return isNewlyRemoved;
}

/**
 * Remove the installations that have waited long enough for the app/uninstall request. A background job of every process
 * calls this function about every half second. If one removal fails, the other removals are still tried.
 *
 * @returns the number of removed installations
 * @throws AggregateError with all failures, after the last removal; DatabaseUnavailable without trying the other removals
 */
export async function finishDueUninstalls(database: Database, deps: RemovalDeps): Promise<number> {
  const latestRequest = new Date(deps.clock.now() - noticeWaitMs);
  let removedCount = 0;
  const failures: unknown[] = [];
  for (const id of await listUninstallingIds(database, latestRequest, maxRemovalsPerRun)) {
    try {
      if (await finishUninstall(database, id, deps)) removedCount++;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "Some uninstalls could not be finished.");
  return removedCount;
}
