// Started by tools/test.ts: runs the test files that it is sent, one after the other, and answers each with its end.
// What they import is loaded once; each file has a root of its own, whose hooks run before its first and after its last test.
import { run } from "node:test";
import { spec, type TestEvent } from "node:test/reporters";
import { type FileEnd, type FileToRun, noCounts } from "./file-end.ts";

/** The failures as node's spec reporter tells them: place, error and difference of each. */
async function tellFailures(failures: readonly TestEvent[]): Promise<string> {
  if (failures.length === 0) return "";
  const reporter = new spec();
  for (const failure of failures) reporter.write(failure);
  reporter.end();
  let text = "";
  for await (const part of reporter) text += String(part);
  const title = "✖ failing tests:\n";
  return text.slice(text.indexOf(title) + title.length).trim();
}

/** How long a file may stay after its last test, in milliseconds: for its closing hooks, and what they close. */
const graceMs = 10_000;

/** Told of a file whose tests have all ended and which does not end. */
type OnStuck = () => void;

/** Watches the tests of a file that are under way. */
class Progress {
  #open = 0;
  #completed = 0;
  #quietSince = performance.now();
  readonly #watch: NodeJS.Timeout;

  constructor(onStuck: OnStuck) {
    const look = (): void => {
      // While a file is loaded none of its tests is under way either.
      if (this.#completed > 0 && this.#open === 0 && performance.now() - this.#quietSince > graceMs)
        onStuck();
    };
    this.#watch = setInterval(look, graceMs / 20).unref();
  }

  see({ type }: TestEvent): void {
    if (type === "test:enqueue") this.#open += 1;
    if (type === "test:complete") {
      this.#open -= 1;
      this.#completed += 1;
    }
    this.#quietSince = performance.now();
  }

  stop(): void {
    clearInterval(this.#watch);
  }
}

async function runFile({ file, pattern }: FileToRun, onStuck: OnStuck): Promise<FileEnd> {
  const begun = performance.now();
  const failures: TestEvent[] = [];
  let counts = noCounts;
  let isEmpty = false;
  process.exitCode = undefined;
  const progress = new Progress(onStuck);
  const events = run({
    files: [file],
    isolation: "none",
    ...(pattern === undefined ? {} : { testNamePatterns: new RegExp(pattern) }),
  });
  for await (const event of events) {
    progress.see(event);
    if (event.type === "test:fail") failures.push(event);
    // Node counts a file without tests as one that passes.
    if (event.type === "test:pass" && event.data.name === file) isEmpty = true;
    if (event.type === "test:summary") {
      const { tests, suites, passed, failed, cancelled, skipped, todo } = event.data.counts;
      counts = { tests, suites, passed, failed, cancelled, skipped, todo };
    }
  }
  progress.stop();
  // Set by what looks for things that a test must stop, and has printed which.
  if (process.exitCode && counts.failed === 0) counts = { ...counts, failed: 1 };
  const ms = performance.now() - begun;
  if (isEmpty) counts = noCounts;
  return { file, counts, ms, failures: await tellFailures(failures) };
}

/** Ends this process: a file that has left a server, a pool, a worker or a timer behind is a failure told by name, no run that hangs. */
function endStuck(): never {
  const open = process.getActiveResourcesInfo().filter((name) => name !== "PipeWrap");
  process.stderr.write(`left open after the last test: ${open.join(", ") || "a pipe or a child process"}\n`);
  process.exit(1);
}

// A run ends once nothing keeps the process alive. Our own channel does so only while no file runs.
process.on("message", (asked: FileToRun) => {
  process.channel?.unref();
  void runFile(asked, endStuck).then((end) => {
    process.channel?.ref();
    process.send?.(end);
  });
});
