/** A source of the current time, in milliseconds since 1970. Tests replace it. */
export type Clock = { now(): number };
