/** A test file that a host is to run. */
export interface FileToRun {
  file: string;
  /** A regular expression; tests whose names do not match are left out. */
  pattern: string | undefined;
}

/** How many tests ended how, as node's runner counts them. */
export interface TestCounts {
  tests: number;
  suites: number;
  passed: number;
  failed: number;
  cancelled: number;
  skipped: number;
  todo: number;
}

/** What became of a test file. */
export interface FileEnd {
  file: string;
  counts: TestCounts;
  ms: number;
  /** What failed, tests and all else, with its place and its error; empty where the file passed. */
  failures: string;
}

export const noCounts: TestCounts = {
  tests: 0,
  suites: 0,
  passed: 0,
  failed: 0,
  cancelled: 0,
  skipped: 0,
  todo: 0,
};

/** Whether a file ran to its end and nothing of it failed. */
export function passed({ failures }: Pick<FileEnd, "failures">): boolean {
  return failures === "";
}
