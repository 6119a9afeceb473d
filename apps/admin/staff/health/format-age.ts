import { texts } from "../../texts.ts";

const secondMs = 1_000;

/** Build the note of a queue with the age of the oldest waiting record, for example "Oldest: 4 min". An empty queue has none. */
export function describeOldest(at: string | null, now: number): { note?: string } {
  if (at === null) return {};
  const note = texts.staff.health.oldest({ since: formatDuration(now - Date.parse(at)) });
  return { note };
}

/** Format a duration in the largest unit that makes the number at least 2: 119 s, but 2 min instead of 120 s. */
export function formatDuration(ms: number): string {
  const { seconds, minutes, hours, days } = texts.staff.health.durations;
  const count = Math.max(0, Math.floor(ms / secondMs));
  if (count < 120) return seconds({ count });
  if (count < 120 * 60) return minutes({ count: Math.floor(count / 60) });
  if (count < 48 * 3600) return hours({ count: Math.floor(count / 3600) });
  return days({ count: Math.floor(count / 86_400) });
}
