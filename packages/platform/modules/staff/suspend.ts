import { throwApiError, throwFieldError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { logAction } from "./action-log.ts";
import type { StaffDeps, StaffOrder, TargetKind } from "./staff-deps.ts";

/**
 * Suspend a partner, or lift its suspension: while suspended, its people can change nothing, and all its apps
 * count as suspended.
 *
 * A partner that is in that state already stays as it is, reason included, and nothing is logged.
 *
 * @throws ApiError `not_found`; `invalid` naming reason
 */
export async function changePartner(tx: Queryable, order: StaffOrder, deps: StaffDeps): Promise<void> {
  if (!(await change(tx, { ...order, target_kind: "partner" }, deps))) return;
  // Those that are suspended themselves stay so, whatever becomes of their partner.
  const text = "select id from apps where partner_id = $1 and suspended_at is null order by id";
  const rows = await tx.many<{ id: number }>(text, [order.target_id]);
  await moveLanes(tx, { action: order.action, apps: rows.map(({ id }) => id) }, deps);
}

/**
 * Suspend an app, or lift its suspension, as `changePartner`: while suspended, its tokens fail, nothing is
 * sent to it, and it cannot be opened.
 */
export async function changeApp(tx: Queryable, order: StaffOrder, deps: StaffDeps): Promise<void> {
  // If an app and its partner are lifted at once, the second must see the first, or the lanes are not resumed.
  const lockPartner = `select from partners partner join apps app on app.partner_id = partner.id
    where app.id = $1 for no key update of partner`;
  await tx.query(lockPartner, [order.target_id]);
  if (!(await change(tx, { ...order, target_kind: "app" }, deps))) return;
  // While its partner is suspended, the app is, whatever is said of itself.
  const text = `select app.id from apps app left join partners partner on partner.id = app.partner_id
    where app.id = $1 and partner.suspended_at is null`;
  const rows = await tx.many<{ id: number }>(text, [order.target_id]);
  await moveLanes(tx, { action: order.action, apps: rows.map(({ id }) => id) }, deps);
}

/**
 * Suspend a store, or lift its suspension, as `changePartner`: while suspended, no token is accepted, and its
 * people can only read.
 */
export async function changeStore(tx: Queryable, order: StaffOrder, deps: StaffDeps): Promise<void> {
  await change(tx, { ...order, target_kind: "store" }, deps);
}

const tables = { partner: "partners", app: "apps", store: "stores" } as const satisfies Record<
  TargetKind,
  string
>;

/** Update the state and log the action. Return whether anything changed. */
async function change(
  tx: Queryable,
  sent: StaffOrder & { target_kind: TargetKind },
  { clock }: StaffDeps,
): Promise<boolean> {
  const reason = sent.reason.trim();
  if (reason === "")
    throwFieldError("reason", "required", {}, "Enter a reason that the people affected can read.");
  const order = { ...sent, reason };
  const { action, target_kind, target_id } = order;
  const table = tables[target_kind];
  const row = await tx.maybeOne<{ suspended: boolean }>(
    `select suspended_at is not null as suspended from ${table} where id = $1 for no key update`,
    [target_id],
  );
  if (row === undefined) throwApiError("not_found");
  const now = new Date(clock.now());
  if (row.suspended === (action === "suspend")) return false;
  const value = action === "suspend" ? { at: now, reason } : { at: null, reason: null };
  const text = `update ${table} set suspended_at = $2, suspended_reason = $3 where id = $1`;
  await tx.query(text, [target_id, value.at, value.reason]);
  await logAction(tx, order, now);
  return true;
}

async function moveLanes(
  tx: Queryable,
  { action, apps }: { action: StaffOrder["action"]; apps: readonly number[] },
  { deliveries }: StaffDeps,
): Promise<void> {
  if (apps.length === 0) return;
  if (action === "suspend") await deliveries.stopLanesOfApps(tx, apps);
  else await deliveries.resumeLanesOfApps(tx, apps);
}
