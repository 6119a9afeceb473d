/** A clause as written in clauses.md. */
export interface Clause {
  id: string;
  sentence: string;
}

export type Verdict = "pass" | "fail" | "missing";

/** The result of a test. */
export interface Ended {
  name: string;
  passed: boolean;
}

/** Return the clauses of clauses.md, in its order. */
export function readClauses(list: string): Clause[] {
  return list.split("\n").flatMap((line) => {
    const [, id, sentence] = /^- ([A-Z]{3}-\d+) (.*)$/.exec(line) ?? [];
    return id === undefined || sentence === undefined ? [] : [{ id, sentence }];
  });
}

/** Return the ids that a test's name starts with: `INS-10 and INS-11: a code …`. */
function parseClauseIds(name: string): string[] {
  const start = /^[A-Z]{3}-\d+(?:(?:, | and )[A-Z]{3}-\d+)*(?=[ :]|$)/.exec(name)?.[0] ?? "";
  return start.match(/[A-Z]{3}-\d+/g) ?? [];
}

/** Return each clause's result: a clause passes when it has a test and all of its tests passed. */
export function evaluateClauses(clauses: readonly Clause[], tests: readonly Ended[]): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>(clauses.map(({ id }) => [id, "missing"]));
  for (const { name, passed } of tests) {
    for (const id of parseClauseIds(name).filter((clauseId) => verdicts.has(clauseId))) {
      const before = verdicts.get(id);
      verdicts.set(id, passed && before !== "fail" ? "pass" : "fail");
    }
  }
  return verdicts;
}

/**
 * Read the tests of a file that broke off as a whole, from its text. It may have ended before it reported them, so each has failed,
 * whatever it reported: a clause that another file tests too must not pass without them.
 */
export function parseFailedTests(text: string): Ended[] {
  return [...text.matchAll(/\btest\(\s*["'`]([^"'`$]*)/g)].map(([, name = ""]) => ({ name, passed: false }));
}

/**
 * Return the promised clauses that did not pass. A run succeeds exactly when there is none: other tests and clauses are
 * reported only.
 */
export function brokenPromises(
  promised: readonly string[],
  verdicts: ReadonlyMap<string, Verdict>,
): string[] {
  return promised.filter((id) => verdicts.get(id) !== "pass");
}

/** Return the ids that the platform is said to keep, from covered.txt. */
export function readCovered(text: string): string[] {
  return text.split("\n").flatMap((line) => line.replace(/#.*/, "").match(/\S+/g) ?? []);
}
