// npm run conformance [-- --base-url http://souk.localhost:4000] [--store demo --merchant … --password …]
// Runs the tests of clauses/ and prints one line per clause of clauses.md. Without a base URL, every test file starts its
// own platform and controls its clock. With a base URL, the tests reach the platform only over HTTP.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "node:test";
import { spec, type TestEvent } from "node:test/reporters";
import {
  type Clause,
  evaluateClauses,
  listUnmetClauses,
  parseClauses,
  parseCoveredIds,
  parseTestsAsFailed,
  type TestResult,
} from "./clause-results.ts";
import { readRunOptions } from "./run-options.ts";

const conformanceFolder = import.meta.dirname;
// With a base URL, these files wait in real time: the first for five minutes, the others for rate limits or retries. These
// files start first, so that other files run meanwhile.
const slowTestFiles = [
  "code-age.test.ts",
  "token-exchange.test.ts",
  "retries.test.ts",
  "retry-window.test.ts",
];
const testTimeoutMs = 600_000;

function listTestFiles(): string[] {
  const files = globSync("*.test.ts", { cwd: join(conformanceFolder, "clauses") }).sort();
  const orderedFiles = [...slowTestFiles, ...files.filter((file) => !slowTestFiles.includes(file))];
  return orderedFiles.map((file) => join(conformanceFolder, "clauses", file));
}

interface RunResult {
  tests: TestResult[];
  failures: TestEvent[];
}

/** Run all test files, and collect the results of their tests and the events of the failed tests. */
async function runTests(args: string[], concurrency: number): Promise<RunResult> {
  const result: RunResult = { tests: [], failures: [] };
  const events = run({ files: listTestFiles(), argv: args, concurrency, timeout: testTimeoutMs });
  for await (const event of events) {
    // Progress goes to stderr, so that stdout has only the lines of the clauses.
    if (event.type === "test:stdout" || event.type === "test:stderr")
      process.stderr.write(event.data.message);
    if (event.type !== "test:pass" && event.type !== "test:fail") continue;
    if (event.data.nesting === 0) result.tests.push(...toTestResults(event));
    if (event.type === "test:fail") result.failures.push(event);
  }
  return result;
}

/** Return the result of a test. If a file failed as a whole, Node reports its path, and each of its tests counts as failed. */
function toTestResults({
  type,
  data,
}: Extract<TestEvent, { type: "test:pass" | "test:fail" }>): TestResult[] {
  const { name, skip, todo } = data;
  if (type === "test:fail" && name.endsWith(".test.ts"))
    return parseTestsAsFailed(readFileSync(name, "utf8"));
  return [{ name, hasPassed: type === "test:pass" && skip === undefined && todo === undefined }];
}

async function formatFailures(failures: TestEvent[]): Promise<string> {
  const reporter = new spec();
  for (const failure of failures) reporter.write(failure);
  reporter.end();
  let text = "";
  for await (const chunk of reporter) text += String(chunk);
  return text.slice(text.indexOf("✖ failing tests:"));
}

/** Print each clause's verdict. @returns whether every clause of covered.txt passed */
function printVerdicts(clauses: Clause[], tests: TestResult[]): boolean {
  const verdicts = evaluateClauses(clauses, tests);
  for (const { id, sentence } of clauses) console.log(`${id} ${verdicts.get(id)} ${sentence}`);
  const count = (verdict: string): number =>
    [...verdicts.values()].filter((value) => value === verdict).length;
  console.log(
    `\n${count("pass")} pass, ${count("fail")} fail, ${count("missing")} missing of ${clauses.length}`,
  );
  const coveredIds = parseCoveredIds(readFileSync(join(conformanceFolder, "covered.txt"), "utf8"));
  const unmetIds = listUnmetClauses(coveredIds, verdicts);
  if (unmetIds.length > 0) console.log(`listed in covered.txt but not passed: ${unmetIds.join(", ")}`);
  return unmetIds.length === 0;
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const { baseUrl } = readRunOptions(args);
  // Without a base URL, fewer test files run in parallel, because each starts its own platform on this machine.
  const concurrency = baseUrl ? 6 : 2;
  const { tests, failures } = await runTests(args, concurrency);
  const areCoveredClausesMet = printVerdicts(
    parseClauses(readFileSync(join(conformanceFolder, "clauses.md"), "utf8")),
    tests,
  );
  if (failures.length > 0) console.log(`\n${await formatFailures(failures)}`);
  process.exitCode = areCoveredClausesMet ? 0 : 1;
}

await main();
