/** Where the time comes from; in tests it stands still or runs faster. */
export type Clock = { now(): Date };
