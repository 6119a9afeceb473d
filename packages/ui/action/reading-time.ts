/** The number of characters that can be read at a glance. */
const glanceCharacters = 80;
/** The time in which a slow reader reads one more character, in milliseconds. */
const characterMs = 70;

/** Return the time for which a message is shown, in milliseconds. It is enough to read the message, and longer for a failure. */
export function getReadingTimeMs(text: string, isFailure: boolean): number {
  return (isFailure ? 12_000 : 6_000) + Math.max(0, text.length - glanceCharacters) * characterMs;
}
