// npm test -- [path…] [--only-pattern <regular expression>]
// Runs the test files below the paths (all of them with none), two files and one that waits at a time, each in its own process.
import { join, resolve } from "node:path";
import { run } from "node:test";
import { parseArgs } from "node:util";
import { root } from "./root.ts";
import { testFiles, testPlaces } from "./test-files.ts";
import { testLanes } from "./test-lanes.ts";
import { reportRun } from "./test-report.ts";

// A test file lives for seconds: room for what it makes is cheaper than to collect it meanwhile, in several threads.
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
  const pattern = values["only-pattern"];
  const runs = testLanes(files).map((lane) =>
    run({
      ...lane,
      cwd: root,
      // For what hangs; the longest test takes a minute where other work goes on beside it.
      timeout: 300_000,
      execArgv: ["--import", join(import.meta.dirname, "left-open.ts"), ...memory],
      ...(pattern === undefined ? {} : { testNamePatterns: new RegExp(pattern) }),
    }),
  );
  const passed = await reportRun(runs, (text) => process.stdout.write(text));
  process.exitCode = passed ? 0 : 1;
}

await main();
