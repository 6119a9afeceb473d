import { releaseLease } from "@souk/database";

/** The SQL of a time that is in the past for every clock. It makes a lane due immediately. */
export const pastTime = "to_timestamp(0)";

/**
 * The SQL assignments that close a lane. The current holder loses the lane, and the next holder cancels its deliveries.
 */
export const closeLaneAssignments = `epoch = epoch + 1, ${releaseLease}, wake_count = wake_count + 1,
  wake_at = ${pastTime}, queued_at = null, closed_at = clock_timestamp()`;

/** The SQL join of the app of `installations i`, and its partner if any. */
export const appJoin = `
  join apps app on app.id = i.app_id
  left join partners partner on partner.id = app.partner_id`;

/**
 * The SQL condition that deliveries of `lanes` may be sent now, over `installations i` and `appJoin`: the installation is
 * enabled (WHK-8), and neither the app nor its partner is suspended. An uninstall notice needs no enabled installation.
 */
// guard: suspended-at-send replacing `app.suspended_at is null and partner.suspended_at is null` with `true`: suspended-apps.test.ts
// guard: enabled-at-send without `and (lanes.kind = 'uninstall' or i.status = 'enabled')`: read-at-send.test.ts WHK-8
export const sendableCondition = `(app.suspended_at is null and partner.suspended_at is null
  and (lanes.kind = 'uninstall' or i.status = 'enabled'))`;
