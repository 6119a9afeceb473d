/** The suspension of a partner, an app or a store. */
export interface Suspension {
  /** The start of the suspension, as ISO 8601 in UTC. */
  at: string;
  reason: string;
}

/** The columns of a partner, an app or a store that contain its suspension. */
export interface SuspensionColumns {
  suspended_at: Date | null;
  suspended_reason: string | null;
}

/** Return the suspension of a partner, an app or a store, or null if it is not suspended. */
export function toSuspension({ suspended_at, suspended_reason }: SuspensionColumns): Suspension | null {
  return suspended_at && { at: suspended_at.toISOString(), reason: suspended_reason ?? "" };
}

/** Build the message of a page or an error about a suspended app. */
export function buildAppSuspendedMessage(name: string): string {
  return `The platform has suspended ${name}.`;
}

/**
 * SQL for whether neither an app nor its partner is suspended, for `apps app left join partners partner`.
 */
export const appIsNotSuspended = "(app.suspended_at is null and partner.suspended_at is null)";

/**
 * SQL columns of an app's suspension, for `apps app left join partners partner`. If the app itself is not suspended, the
 * suspension of its partner applies.
 */
export const appSuspensionColumns = `
  coalesce(app.suspended_at, partner.suspended_at) as suspended_at,
  case when app.suspended_at is null then partner.suspended_reason else app.suspended_reason end as suspended_reason`;
