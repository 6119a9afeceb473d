/** A guard, how it is taken out, and the tests that must then fail: a guard that no test misses is not proven. */
export interface Mutant {
  name: string;
  edits: readonly Edit[];
  /** Paths from the root. */
  tests: readonly string[];
  /** Only tests whose name matches. */
  pattern?: string;
}

/** A text that stands exactly once in a file, and what comes in its place. */
export interface Edit {
  file: string;
  search: string;
  replacement: string;
}
