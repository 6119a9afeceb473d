import { texts } from "../../texts.ts";

const secondMs = 1_000;

/**
 * Build the note of a queue with the age of the oldest waiting record, for example "Oldest: 4 min". An empty queue has no note.
 * @param oldestAt when the oldest record was queued; null for an empty queue
 * @param now the current time, in milliseconds
 */
export function describeOldest(oldestAt: string | null, now: number): { note?: string } {
  if (oldestAt === null) return {};
  const note = texts.staff.health.oldest({ since: formatDuration(now - Date.parse(oldestAt)) });
  return { note };
}

/** Format a duration in the largest unit that makes the number at least 2: 119 s, but 2 min instead of 120 s. */
export function formatDuration(ms: number): string {
  const { seconds, minutes, hours, days } = texts.staff.health.durations;
  const totalSeconds = Math.max(0, Math.floor(ms / secondMs));
  if (totalSeconds < 120) return seconds({ count: totalSeconds });
  if (totalSeconds < 120 * 60) return minutes({ count: Math.floor(totalSeconds / 60) });
  if (totalSeconds < 48 * 3600) return hours({ count: Math.floor(totalSeconds / 3600) });
  return days({ count: Math.floor(totalSeconds / 86_400) });
}
