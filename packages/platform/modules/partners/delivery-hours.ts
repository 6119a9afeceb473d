import type { AnswerOf, operations } from "@souk/contract";
import type { Clock } from "../../clock.ts";

type DeliveryHours = AnswerOf<typeof operations.listInstallationHours>["delivery_hours"];

const hourMs = 3_600_000;
const hoursShown = 24;

/** An hour in which deliveries were made: `at` in milliseconds. */
export interface HourRow {
  at: number;
  succeeded: number;
  failed: number;
}

/** What is counted of the deliveries made in an hour, as SQL columns. */
export const countedInHour = `count(*) filter (where state = 'delivered') as succeeded,
  count(*) filter (where state <> 'delivered' and attempts > 0) as failed`;

/** When the first of the hours shown begins, in milliseconds. */
export function firstHourOf(clock: Clock): number {
  return Math.floor(clock.now() / hourMs) * hourMs - (hoursShown - 1) * hourMs;
}

/** Every hour shown, also those in which nothing was made. */
export function everyHour(hours: readonly HourRow[], firstHour: number): DeliveryHours {
  const made = new Map(hours.map((hour) => [hour.at, hour]));
  return Array.from({ length: hoursShown }, (_, index) => {
    const at = firstHour + index * hourMs;
    const { succeeded = 0, failed = 0 } = made.get(at) ?? {};
    return { hour: new Date(at).toISOString(), succeeded, failed };
  });
}
