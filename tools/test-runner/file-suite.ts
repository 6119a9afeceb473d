/** Return the name of the suite of a process's nth file, which a pattern of test names is unlikely to match. */
export function fileSuite(index: number): string {
  return `‹${index}›`;
}

/** Return the file that a suite belongs to, or null when it is not the suite of a file. */
export function indexOfSuite(name: string): number | null {
  const index = /^‹(\d+)›$/.exec(name)?.[1];
  return index === undefined ? null : Number(index);
}

/** The line printed by a process of tests when a file has ended: the output before it is the file's. */
export const fileEnd = "‹end of file›\n";

/** The line printed by a process of tests when it ends. */
export const processEnd = "‹end of process›\n";
