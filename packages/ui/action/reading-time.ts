/** What is read at a glance, in characters. */
const glance = 80;
/** How long a slow reader takes for one more, in milliseconds. */
const characterMs = 70;

/** How long a message stays, in milliseconds: longer when it is one to act on, and as long as it takes to read. */
export function readingTime(text: string, isFailure: boolean): number {
  return (isFailure ? 12_000 : 6_000) + Math.max(0, text.length - glance) * characterMs;
}
