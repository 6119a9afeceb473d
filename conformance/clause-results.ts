/** A clause of clauses.md. */
export interface Clause {
  id: string;
  sentence: string;
}

/** Whether the tests of a clause passed; `missing` if it has no test. */
export type Verdict = "pass" | "fail" | "missing";

/** A finished test. */
export interface TestResult {
  name: string;
  hasPassed: boolean;
}

/** Parse the text of clauses.md into its clauses, in the file's order. */
export function parseClauses(list: string): Clause[] {
  return list.split("\n").flatMap((line) => {
    const [, id, sentence] = /^- ([A-Z]{3}-\d+) (.*)$/.exec(line) ?? [];
    return id === undefined || sentence === undefined ? [] : [{ id, sentence }];
  });
}

/** Return the clause ids at the start of a test's name, as in `INS-10 and INS-11: a code …`. */
function parseClauseIds(name: string): string[] {
  const start = /^[A-Z]{3}-\d+(?:(?:, | and )[A-Z]{3}-\d+)*(?=[ :]|$)/.exec(name)?.[0] ?? "";
  return start.match(/[A-Z]{3}-\d+/g) ?? [];
}

/** Return each clause's verdict: it passes if it has at least one test and all of its tests passed. */
export function evaluateClauses(
  clauses: readonly Clause[],
  tests: readonly TestResult[],
): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>(clauses.map(({ id }) => [id, "missing"]));
  for (const { name, hasPassed } of tests) {
    for (const id of parseClauseIds(name).filter((clauseId) => verdicts.has(clauseId))) {
      const previousVerdict = verdicts.get(id);
      verdicts.set(id, hasPassed && previousVerdict !== "fail" ? "pass" : "fail");
    }
  }
  return verdicts;
}

/**
 * Return a failed result for each test in the text of a file that failed as a whole. The file may have ended before it reported
 * its tests, and a clause that another file also tests must not pass without them.
 */
export function parseTestsAsFailed(text: string): TestResult[] {
  return [...text.matchAll(/\btest\(\s*["'`]([^"'`$]*)/g)].map(([, name = ""]) => ({
    name,
    hasPassed: false,
  }));
}

/**
 * Return the ids of the covered clauses that did not pass. A run succeeds if the list is empty; other tests and clauses are
 * only reported.
 */
export function listUnmetClauses(
  coveredIds: readonly string[],
  verdicts: ReadonlyMap<string, Verdict>,
): string[] {
  return coveredIds.filter((id) => verdicts.get(id) !== "pass");
}

/** Parse the text of covered.txt into the ids of the clauses that the platform meets. */
export function parseCoveredIds(text: string): string[] {
  return text.split("\n").flatMap((line) => line.replace(/#.*/, "").match(/\S+/g) ?? []);
}
