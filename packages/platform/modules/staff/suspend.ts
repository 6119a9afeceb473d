import { refuse, refuseField } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { logAction } from "./action-log.ts";
import type { StaffOrder, StaffWiring, TargetKind } from "./staff-wiring.ts";

/**
 * Suspends a partner, or lifts that: its people can change nothing, and all its apps count as suspended.
 *
 * One that is in that state already stays as it is, reason included, and nothing is written down.
 *
 * @throws Refusal `not_found`; `invalid` naming reason
 */
export async function changePartner(tx: Queryable, order: StaffOrder, wiring: StaffWiring): Promise<void> {
  if (!(await change(tx, { ...order, target_kind: "partner" }, wiring))) return;
  // Those that are suspended themselves stay so, whatever becomes of their partner.
  const text = "select id from apps where partner_id = $1 and suspended_at is null order by id";
  const { rows } = await tx.query<{ id: number }>(text, [order.target_id]);
  await moveLanes(tx, { action: order.action, apps: rows.map(({ id }) => id) }, wiring);
}

/** Suspends an app, or lifts that, as `changePartner`: its tokens fail, nothing is sent to it, nobody can open it. */
export async function changeApp(tx: Queryable, order: StaffOrder, wiring: StaffWiring): Promise<void> {
  // Of an app and its partner that are lifted at once, the second must see the first, or nobody wakes the lanes.
  const held = `select from partners partner join apps app on app.partner_id = partner.id
    where app.id = $1 for no key update of partner`;
  await tx.query(held, [order.target_id]);
  if (!(await change(tx, { ...order, target_kind: "app" }, wiring))) return;
  // While its partner is suspended, the app is, whatever is said of itself.
  const text = `select app.id from apps app left join partners partner on partner.id = app.partner_id
    where app.id = $1 and partner.suspended_at is null`;
  const { rows } = await tx.query<{ id: number }>(text, [order.target_id]);
  await moveLanes(tx, { action: order.action, apps: rows.map(({ id }) => id) }, wiring);
}

/** Suspends a store, or lifts that, as `changePartner`: no token opens its API, and its people only read. */
export async function changeStore(tx: Queryable, order: StaffOrder, wiring: StaffWiring): Promise<void> {
  await change(tx, { ...order, target_kind: "store" }, wiring);
}

const tables = { partner: "partners", app: "apps", store: "stores" } as const satisfies Record<
  TargetKind,
  string
>;

/** Writes the state and who changed it. Answers whether there was anything to change. */
async function change(
  tx: Queryable,
  sent: StaffOrder & { target_kind: TargetKind },
  { clock }: StaffWiring,
): Promise<boolean> {
  const reason = sent.reason.trim();
  if (reason === "") refuseField("reason", "Say why, in a sentence that those it concerns can read.");
  const order = { ...sent, reason };
  const { action, target_kind, target_id } = order;
  const table = tables[target_kind];
  const { rows } = await tx.query<{ suspended: boolean }>(
    `select suspended_at is not null as suspended from ${table} where id = $1 for no key update`,
    [target_id],
  );
  const [row] = rows;
  if (row === undefined) refuse("not_found");
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
  { deliveries }: StaffWiring,
): Promise<void> {
  if (apps.length === 0) return;
  if (action === "suspend") await deliveries.stopLanesOfApps(tx, apps);
  else await deliveries.resumeLanesOfApps(tx, apps);
}
