import { texts } from "../../texts.ts";

const secondMs = 1_000;

/** Describe the age of the oldest waiting record, for example "Oldest: 4 min". @param at its time; null if no record waits */
export function describeOldest(at: string | null, now: number): string {
  if (at === null) return texts.staff.health.none;
  return texts.staff.health.oldest({ since: formatDuration(now - Date.parse(at)) });
}

/** Format a duration in the largest unit in which it is at least 2. */
export function formatDuration(ms: number): string {
  const { seconds, minutes, hours, days } = texts.staff.health.durations;
  const count = Math.max(0, Math.floor(ms / secondMs));
  if (count < 120) return seconds({ count });
  if (count < 120 * 60) return minutes({ count: Math.floor(count / 60) });
  if (count < 48 * 3600) return hours({ count: Math.floor(count / 3600) });
  return days({ count: Math.floor(count / 86_400) });
}
