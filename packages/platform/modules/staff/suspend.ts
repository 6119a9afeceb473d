import { throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { logAction } from "./action-log.ts";
import { trimReason } from "./reason.ts";
import type { StaffDeps, SuspendableKind, SuspensionChange } from "./staff-deps.ts";

/**
 * Suspend a partner, or lift its suspension. While a partner is suspended, its members cannot change anything, and all its apps
 * count as suspended.
 *
 * If the partner is in the requested state already, nothing changes, not even the reason, and nothing is logged.
 *
 * @throws ApiError `not_found`; `invalid` for `reason`
 */
export async function changePartnerSuspension(
  tx: Queryable,
  change: SuspensionChange,
  deps: StaffDeps,
): Promise<void> {
  if (!(await changeSuspension(tx, { ...change, target_kind: "partner" }, deps))) return;
  // The lanes of apps that are suspended themselves are stopped already, and must stay stopped after the partner's suspension is lifted.
  const text = "select id from apps where partner_id = $1 and suspended_at is null order by id";
  const rows = await tx.many<{ id: number }>(text, [change.target_id]);
  await stopOrResumeLanes(tx, { action: change.action, appIds: rows.map(({ id }) => id) }, deps);
}

/**
 * Suspend an app, or lift its suspension. While an app is suspended, its tokens fail, nothing is sent to it, and it cannot be opened.
 * If the app is in the requested state already, nothing changes and nothing is logged.
 *
 * @throws ApiError `not_found`; `invalid` for `reason`
 */
export async function changeAppSuspension(
  tx: Queryable,
  change: SuspensionChange,
  deps: StaffDeps,
): Promise<void> {
  // The suspensions of an app and its partner can be lifted at the same time. This lock lets the later transaction see the earlier one's
  // change. Without it, neither transaction would resume the lanes.
  const lockPartnerText = `select from partners partner join apps app on app.partner_id = partner.id
    where app.id = $1 for no key update of partner`;
  await tx.query(lockPartnerText, [change.target_id]);
  if (!(await changeSuspension(tx, { ...change, target_kind: "app" }, deps))) return;
  // While the partner is suspended, the app's lanes are stopped already and must stay stopped.
  const text = `select app.id from apps app left join partners partner on partner.id = app.partner_id
    where app.id = $1 and partner.suspended_at is null`;
  const rows = await tx.many<{ id: number }>(text, [change.target_id]);
  await stopOrResumeLanes(tx, { action: change.action, appIds: rows.map(({ id }) => id) }, deps);
}

/**
 * Suspend a store, or lift its suspension. While a store is suspended, no token is accepted, and its members can only read. If the
 * store is in the requested state already, nothing changes and nothing is logged.
 *
 * @throws ApiError `not_found`; `invalid` for `reason`
 */
export async function changeStoreSuspension(
  tx: Queryable,
  change: SuspensionChange,
  deps: StaffDeps,
): Promise<void> {
  await changeSuspension(tx, { ...change, target_kind: "store" }, deps);
}

const tables = { partner: "partners", app: "apps", store: "stores" } as const satisfies Record<
  SuspendableKind,
  string
>;

/** Set or clear the suspension of a record and log the action. @returns whether the state changed */
async function changeSuspension(
  tx: Queryable,
  change: SuspensionChange & { target_kind: SuspendableKind },
  { clock }: StaffDeps,
): Promise<boolean> {
  const reason = trimReason(change.reason, "Enter a reason. The affected people will see it.");
  const { action, target_kind, target_id } = change;
  const table = tables[target_kind];
  const row = await tx.maybeOne<{ suspended: boolean }>(
    `select suspended_at is not null as suspended from ${table} where id = $1 for no key update`,
    [target_id],
  );
  if (row === undefined) throwApiError("not_found");
  const now = new Date(clock.now());
  if (row.suspended === (action === "suspend")) return false;
  const suspension = action === "suspend" ? { at: now, reason } : { at: null, reason: null };
  const text = `update ${table} set suspended_at = $2, suspended_reason = $3 where id = $1`;
  await tx.query(text, [target_id, suspension.at, suspension.reason]);
  await logAction(tx, { ...change, reason }, now);
  return true;
}

async function stopOrResumeLanes(
  tx: Queryable,
  { action, appIds }: { action: SuspensionChange["action"]; appIds: readonly number[] },
  { deliveries }: StaffDeps,
): Promise<void> {
  if (appIds.length === 0) return;
  if (action === "suspend") await deliveries.stopLanesOfApps(tx, appIds);
  else await deliveries.resumeLanesOfApps(tx, appIds);
}
