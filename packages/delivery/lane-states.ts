import { releaseLeaseSql } from "@souk/database";

/** The SQL of a time that is in the past for every clock. It makes a lane due immediately. */
export const pastTime = "to_timestamp(0)";

/**
 * The SQL assignments that close a lane. The current holder loses the lane, and the next holder cancels the lane's deliveries.
 */
export const closeLaneAssignments = `epoch = epoch + 1, ${releaseLeaseSql}, wake_count = wake_count + 1,
  wake_at = ${pastTime}, queued_at = null, closed_at = clock_timestamp()`;

/** The SQL that joins the app of `installations i`, and the app's partner if it has one. */
export const appJoin = `
  join apps app on app.id = i.app_id
  left join partners partner on partner.id = app.partner_id`;

/**
 * The SQL condition that deliveries of `lanes` may be sent now, for a query that joins `installations i` and `appJoin`. The
 * installation must be enabled (WHK-8), and neither the app nor its partner may be suspended. An uninstall notice needs no
 * enabled installation.
 */
// guard suspended-at-send: with `true` instead of `app.suspended_at is null and partner.suspended_at is null`, suspended-apps.test.ts fails
// guard enabled-at-send: without `and (lanes.kind = 'uninstall' or i.status = 'enabled')`, read-at-send.test.ts fails at `WHK-8`
export const sendableCondition = `(app.suspended_at is null and partner.suspended_at is null
  and (lanes.kind = 'uninstall' or i.status = 'enabled'))`;
