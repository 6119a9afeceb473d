// npm test -- [path…] [--only-pattern <regular expression>]
// Runs the test files below the paths (all of them with none), two files, one proof and one that waits at a time.
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./root.ts";
import { testFiles, testPlaces } from "./test-files.ts";
import { testLanes } from "./test-runner/lanes.ts";
import { TestReport } from "./test-runner/report.ts";
import { runFiles } from "./test-runner/run-files.ts";

// A process of tests lives for a minute: room for what it makes is cheaper than to collect it meanwhile, in several threads.
const memory = ["--min-semi-space-size=32", "--max-semi-space-size=32", "--single-threaded-gc"];

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "only-pattern": { type: "string" } },
  });
  const asked = positionals.length > 0 ? positionals : testPlaces.map((place) => join(root, place));
  const files = testFiles(asked.map((path) => resolve(path)));
  if (files.length === 0) {
    console.error(`No test file at or below ${asked.join(", ")}.`);
    process.exitCode = 1;
    return;
  }
  process.env["NODE_COMPILE_CACHE"] ??= join(root, "node_modules/.cache/compiled");
  const report = new TestReport(files, (text) => process.stdout.write(text));
  const { promise: isEnded, resolve: end } = Promise.withResolvers<void>();
  // A Ctrl-C under npm comes twice, from the terminal and from npm.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => end());
  // For what hangs; the longest test takes a minute where other work goes on beside it.
  const options = { cwd: root, pattern: values["only-pattern"], execArgv: memory, fileTimeoutMs: 300_000 };
  await Promise.race([runFiles(testLanes(files), options, (file) => report.tell(file)), isEnded]);
  process.exitCode = report.close() ? 0 : 1;
  // The processes of tests end with this one, which waits until what was seen is told.
  process.stdout.write("", () => process.exit());
}

await main();
