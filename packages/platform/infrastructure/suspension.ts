/** The time since when the platform has suspended something, and the reason. */
export interface Suspension {
  /** ISO 8601 in UTC. */
  at: string;
  reason: string;
}

/** The columns of a row that can be suspended. */
export interface SuspensionColumns {
  suspended_at: Date | null;
  suspended_reason: string | null;
}

/** Return the suspension of a row, or null. */
export function toSuspension({ suspended_at, suspended_reason }: SuspensionColumns): Suspension | null {
  return suspended_at && { at: suspended_at.toISOString(), reason: suspended_reason ?? "" };
}

/** Build the sentence of a page or an error about an app that cannot be used. */
export function appIsSuspended(name: string): string {
  return `The platform has suspended ${name}.`;
}

/**
 * SQL for whether an app may be used, over `apps app left join partners partner`: neither it nor its partner
 * is suspended.
 */
export const appIsLifted = "(app.suspended_at is null and partner.suspended_at is null)";

/**
 * The columns of an app's suspension in a select over `apps app left join partners partner`: its own, else its partner's,
 * which counts for all that partner's apps.
 */
export const appSuspensionColumns = `
  coalesce(app.suspended_at, partner.suspended_at) as suspended_at,
  case when app.suspended_at is null then partner.suspended_reason else app.suspended_reason end as suspended_reason`;
