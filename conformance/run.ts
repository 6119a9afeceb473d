// npm run conformance [-- --base-url http://souk.localhost:4000] [--store demo --merchant … --password …]
// Runs the tests of clauses/ and prints one line a clause of clauses.md. Without a base URL every test file boots a
// platform of its own, whose clock it can turn; with one the platform is only ever reached over HTTP.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "node:test";
import { spec, type TestEvent } from "node:test/reporters";
import {
  brokenPromises,
  type Clause,
  type Ended,
  evaluateClauses,
  parseFailedTests,
  readClauses,
  readCovered,
} from "./clause-results.ts";
import { readRunOptions } from "./run-options.ts";

const here = import.meta.dirname;
// They wait for an outside clock, the first for five minutes, or for its guard against guessing: the others run meanwhile.
const slowFirst = ["code-age.test.ts", "token-exchange.test.ts", "retries.test.ts", "retry-window.test.ts"];
const longestMs = 600_000;

function testFiles(): string[] {
  const files = globSync("*.test.ts", { cwd: join(here, "clauses") }).sort();
  const ordered = [...slowFirst, ...files.filter((file) => !slowFirst.includes(file))];
  return ordered.map((file) => join(here, "clauses", file));
}

interface Outcome {
  tests: Ended[];
  failures: TestEvent[];
}

async function runTests(args: string[], concurrency: number): Promise<Outcome> {
  const outcome: Outcome = { tests: [], failures: [] };
  const events = run({ files: testFiles(), argv: args, concurrency, timeout: longestMs });
  for await (const event of events) {
    // Progress goes to the other stream: the lines of the clauses stay by themselves.
    if (event.type === "test:stdout" || event.type === "test:stderr")
      process.stderr.write(event.data.message);
    if (event.type !== "test:pass" && event.type !== "test:fail") continue;
    if (event.data.nesting === 0) outcome.tests.push(...toEndedTests(event));
    if (event.type === "test:fail") outcome.failures.push(event);
  }
  return outcome;
}

/** Return a test, or the tests of a file that failed as a whole: node reports such a file under its path. */
function toEndedTests({ type, data }: Extract<TestEvent, { type: "test:pass" | "test:fail" }>): Ended[] {
  const { name, skip, todo } = data;
  if (type === "test:fail" && name.endsWith(".test.ts")) return parseFailedTests(readFileSync(name, "utf8"));
  return [{ name, passed: type === "test:pass" && skip === undefined && todo === undefined }];
}

async function formatFailures(failures: TestEvent[]): Promise<string> {
  const reporter = new spec();
  for (const failure of failures) reporter.write(failure);
  reporter.end();
  let text = "";
  for await (const part of reporter) text += String(part);
  return text.slice(text.indexOf("✖ failing tests:"));
}

function printVerdicts(clauses: Clause[], tests: Ended[]): boolean {
  const verdicts = evaluateClauses(clauses, tests);
  for (const { id, sentence } of clauses) console.log(`${id} ${verdicts.get(id)} ${sentence}`);
  const count = (verdict: string): number =>
    [...verdicts.values()].filter((other) => other === verdict).length;
  console.log(
    `\n${count("pass")} pass, ${count("fail")} fail, ${count("missing")} missing of ${clauses.length}`,
  );
  const promised = readCovered(readFileSync(join(here, "covered.txt"), "utf8"));
  const broken = brokenPromises(promised, verdicts);
  if (broken.length > 0) console.log(`promised in covered.txt and not kept: ${broken.join(", ")}`);
  return broken.length === 0;
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const { baseUrl } = readRunOptions(args);
  const { tests, failures } = await runTests(args, baseUrl ? 6 : 2);
  const kept = printVerdicts(readClauses(readFileSync(join(here, "clauses.md"), "utf8")), tests);
  if (failures.length > 0) console.log(`\n${await formatFailures(failures)}`);
  process.exitCode = kept ? 0 : 1;
}

await main();
