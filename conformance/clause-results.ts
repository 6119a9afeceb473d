/** A clause as it stands in clauses.md. */
export interface Clause {
  id: string;
  sentence: string;
}

export type Verdict = "pass" | "fail" | "missing";

/** How a test ended. */
export interface Ended {
  name: string;
  passed: boolean;
}

/** The clauses of clauses.md, in its order. */
export function readClauses(list: string): Clause[] {
  return list.split("\n").flatMap((line) => {
    const [, id, sentence] = /^- ([A-Z]{3}-\d+) (.*)$/.exec(line) ?? [];
    return id === undefined || sentence === undefined ? [] : [{ id, sentence }];
  });
}

/** The ids that a test's name starts with: `INS-10 and INS-11: a code …`. */
function idsOf(name: string): string[] {
  const start = /^[A-Z]{3}-\d+(?:(?:, | and )[A-Z]{3}-\d+)*(?=[ :]|$)/.exec(name)?.[0] ?? "";
  return start.match(/[A-Z]{3}-\d+/g) ?? [];
}

/** What the tests say of each clause: a clause passes when it has a test and all of its tests passed. */
export function judgeClauses(clauses: readonly Clause[], tests: readonly Ended[]): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>(clauses.map(({ id }) => [id, "missing"]));
  for (const { name, passed } of tests) {
    for (const id of idsOf(name).filter((each) => verdicts.has(each))) {
      const before = verdicts.get(id);
      verdicts.set(id, passed && before !== "fail" ? "pass" : "fail");
    }
  }
  return verdicts;
}

/** The ids that the platform is said to keep, from covered.txt. */
export function readCovered(text: string): string[] {
  return text.split("\n").flatMap((line) => line.replace(/#.*/, "").match(/\S+/g) ?? []);
}
