/** A time that is past by every clock: somebody looks at the lane at once. */
export const longDue = "to_timestamp(0)";

/** What closing sets in a lane: whoever had it leased is shut out, and whoever takes it next cancels what is pending. */
export const closing = `epoch = epoch + 1, owner = null, leased_until = null, wakes = wakes + 1,
  wake_at = ${longDue}, queued_at = null, closed_at = clock_timestamp()`;

/** Joins the app of `installations i`, and its partner where it has one. */
export const whoseApp = `
  join apps app on app.id = i.app_id
  left join partners partner on partner.id = app.partner_id`;

/**
 * Whether anything of `lanes` may be sent now, over `installations i` and `whoseApp`: the installation is enabled (WHK-8),
 * and neither the app nor its partner is suspended. The notice of an uninstall outlives its installation.
 */
export const mayBeSent = `(app.suspended_at is null and partner.suspended_at is null
  and (lanes.kind = 'uninstall' or i.status = 'enabled'))`;
