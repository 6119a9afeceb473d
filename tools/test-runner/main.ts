// Started by tools/test.ts with its arguments.
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../root.ts";
import { testFiles, testPlaces } from "../test-files.ts";
import { endGroup } from "./end-group.ts";
import { TestReport } from "./report.ts";
import { runFiles } from "./run-files.ts";

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "only-pattern": { type: "string" }, slow: { type: "boolean", default: false } },
  });
  const asked = positionals.length > 0 ? positionals : testPlaces.map((place) => join(root, place));
  const files = testFiles(
    asked.map((path) => resolve(path)),
    [values.slow ? "slow" : "quick"],
  );
  if (files.length === 0) {
    console.error(`No test file at or below ${asked.join(", ")}.`);
    process.exit(1);
  }
  process.env["NODE_COMPILE_CACHE"] ??= join(root, "node_modules/.cache/compiled");
  const report = new TestReport(files, (text) => process.stdout.write(text));
  const { promise: isEnded, resolve: end } = Promise.withResolvers<void>();
  // A Ctrl-C under npm comes twice, from the terminal and from npm.
  process.on("SIGTERM", () => end());
  await Promise.race([runFiles(files, values["only-pattern"], report), isEnded]);
  const code = report.close() ? 0 : 1;
  // Ends while tests run when it was asked to, but not before what was seen is printed.
  process.stdout.write("", () => process.exit(code));
}

// Pending tests that may never end, and processes they started, are not awaited any longer.
process.on("disconnect", () => {
  process.removeAllListeners("SIGTERM");
  endGroup(process.pid);
});
await main();
