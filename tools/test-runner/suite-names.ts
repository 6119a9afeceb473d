/** Return the name of the suite that contains the tests of a process's nth file. Patterns for test names are unlikely to match it. */
export function formatSuiteName(index: number): string {
  return `‹${index}›`;
}

/** Return the index of the file whose tests a suite contains, or null if it is another suite. */
export function parseSuiteName(name: string): number | null {
  const index = /^‹(\d+)›$/.exec(name)?.[1];
  return index === undefined ? null : Number(index);
}

/** The line that a test process prints when a file has ended. All output between two of these lines belongs to one file. */
export const fileEndMark = "‹end of file›\n";

/** The line that a test process prints when it exits. */
export const processEndMark = "‹end of process›\n";
