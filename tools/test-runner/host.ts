// Started by tools/test.ts: runs the test files that it is sent, one after the other, and answers each with its end.
// What they import is loaded once; each file has a root of its own, whose hooks run before its first and after its last test.
import { run } from "node:test";
import { spec, type TestEvent } from "node:test/reporters";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { endGroup } from "./end-group.ts";
import { endStuck, graceMs } from "./end-stuck.ts";
import { type FileEnd, type FileToRun, noCounts, type TestCounts } from "./file-end.ts";

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

/** What broke a file while it was loaded: node tells that of a file alone that had declared no test yet. */
async function loadFailure(file: string): Promise<string[]> {
  try {
    await import(pathToFileURL(file).href);
    return [];
  } catch (error) {
    return [`✖ ${file} broke while it was loaded\n${inspect(error)}`];
  }
}

async function runFile({ file, pattern }: FileToRun, onStuck: OnStuck): Promise<FileEnd> {
  const begun = performance.now();
  const failed: TestEvent[] = [];
  const failures: string[] = [];
  let counts = noCounts;
  let isWell = false;
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
    // Closing hooks fail so as well, and stand in no count.
    if (event.type === "test:fail") failed.push(event);
    // What breaks after the test that had begun it.
    if (event.type === "test:diagnostic" && event.data.message.startsWith("Error: "))
      failures.push(`✖ ${file}\n${event.data.message}`);
    // Node counts a file without tests as one that passes.
    if (event.type === "test:pass" && event.data.name === file) isEmpty = true;
    if (event.type === "test:summary") {
      isWell = event.data.success;
      counts = countsOf(event.data.counts);
    }
  }
  progress.stop();
  if (failed.length > 0) failures.unshift(await tellFailures(failed));
  else failures.push(...(await loadFailure(file)));
  if (isEmpty) counts = noCounts;
  if (counts.tests === 0 && pattern === undefined && failures.length === 0)
    failures.push(`✖ ${file} has no test`);
  // Set by what looks for things that a test must stop, and has printed which.
  const isMarked = process.exitCode !== undefined && process.exitCode !== 0;
  if ((isMarked || !isWell) && failures.length === 0) failures.push(`✖ ${file} failed by what it printed`);
  return { file, counts, ms: performance.now() - begun, failures: failures.join("\n\n") };
}

function countsOf({ tests, suites, passed, failed, cancelled, skipped, todo }: TestCounts): TestCounts {
  return { tests, suites, passed, failed, cancelled, skipped, todo };
}

// Whoever asked is gone: nobody waits for what a test may never end, or for what it has started.
process.on("disconnect", () => {
  endGroup(process.pid);
  process.exit(1);
});

// A run ends once nothing keeps the process alive. Our own channel does so only while no file runs.
process.on("message", (asked: FileToRun) => {
  process.channel?.unref();
  void runFile(asked, endStuck).then((end) => {
    process.channel?.ref();
    process.send?.(end);
  });
});
