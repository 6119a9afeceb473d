import type { OperationResponse, operations } from "@souk/contract";
import type { Clock } from "../../runtime/clock.ts";

type DeliveryHours = OperationResponse<typeof operations.listInstallationHours>["delivery_hours"];

const hourMs = 3_600_000;
const shownHourCount = 24;

/** The numbers of deliveries created in an hour. `at` is when the hour begins, in milliseconds since the epoch. */
export interface HourRow {
  at: number;
  succeeded: number;
  failed: number;
}

/** SQL columns that count the deliveries that succeeded, and those that were attempted without success. */
export const hourCountColumns = `count(*) filter (where state = 'delivered') as succeeded,
  count(*) filter (where state <> 'delivered' and attempts > 0) as failed`;

/** Return when the first of the last 24 hours begins, in milliseconds since the epoch. */
export function getFirstHour(clock: Clock): number {
  return Math.floor(clock.now() / hourMs) * hourMs - (shownHourCount - 1) * hourMs;
}

/** List each of the last 24 hours with its numbers of deliveries, which are 0 if there is no row for the hour. */
export function fillHours(hours: readonly HourRow[], firstHour: number): DeliveryHours {
  const rowByTime = new Map(hours.map((hour) => [hour.at, hour]));
  return Array.from({ length: shownHourCount }, (_, index) => {
    const at = firstHour + index * hourMs;
    const { succeeded = 0, failed = 0 } = rowByTime.get(at) ?? {};
    return { hour: new Date(at).toISOString(), succeeded, failed };
  });
}
