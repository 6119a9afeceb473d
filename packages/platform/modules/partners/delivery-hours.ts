import type { OperationResponse, operations } from "@souk/contract";
import type { Clock } from "../../runtime/clock.ts";

type DeliveryHours = OperationResponse<typeof operations.listInstallationHours>["delivery_hours"];

const hourMs = 3_600_000;
const hoursShown = 24;

/** The deliveries created in an hour, which begins `at` milliseconds. */
export interface HourRow {
  at: number;
  succeeded: number;
  failed: number;
}

/** SQL columns that count the deliveries created in an hour. */
export const countedInHour = `count(*) filter (where state = 'delivered') as succeeded,
  count(*) filter (where state <> 'delivered' and attempts > 0) as failed`;

/** Return when the first shown hour begins, in milliseconds. */
export function getFirstHour(clock: Clock): number {
  return Math.floor(clock.now() / hourMs) * hourMs - (hoursShown - 1) * hourMs;
}

/** List every shown hour, including those without deliveries. */
export function everyHour(hours: readonly HourRow[], firstHour: number): DeliveryHours {
  const made = new Map(hours.map((hour) => [hour.at, hour]));
  return Array.from({ length: hoursShown }, (_, index) => {
    const at = firstHour + index * hourMs;
    const { succeeded = 0, failed = 0 } = made.get(at) ?? {};
    return { hour: new Date(at).toISOString(), succeeded, failed };
  });
}
