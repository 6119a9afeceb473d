/** The number of characters that are read at a glance. */
const glance = 80;
/** The time that a slow reader takes for one more character, in milliseconds. */
const characterMs = 70;

/** Return how long a message stays, in milliseconds: as long as it takes to read, longer for a failure. */
export function getReadingTimeMs(text: string, isFailure: boolean): number {
  return (isFailure ? 12_000 : 6_000) + Math.max(0, text.length - glance) * characterMs;
}
