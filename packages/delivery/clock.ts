/** Where the time comes from: milliseconds since 1970. In a test it stands still or runs faster. */
export type Clock = { now(): number };
