// The main process of a test run. tools/test.ts starts it, and passes on the arguments that it received.
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../root.ts";
import { listTestFiles, testFolders } from "../test-files.ts";
import { endProcessGroup } from "./end-process-group.ts";
import { TestReport } from "./report.ts";
import { runFiles } from "./run-files.ts";

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "only-pattern": { type: "string" }, slow: { type: "boolean", default: false } },
  });
  const paths = positionals.length > 0 ? positionals : testFolders.map((folder) => join(root, folder));
  const files = listTestFiles(
    paths.map((path) => resolve(path)),
    [values.slow ? "slow" : "quick"],
  );
  if (files.length === 0) {
    console.error(`No test file at or below ${paths.join(", ")}.`);
    process.exit(1);
  }
  process.env["NODE_COMPILE_CACHE"] ??= join(root, "node_modules/.cache/compiled");
  const report = new TestReport(files, (text) => process.stdout.write(text));
  const { promise: stopPromise, resolve: resolveStop } = Promise.withResolvers<void>();
  // The listener stays, because Ctrl-C can send two signals, one from the terminal and one from npm. tools/test.ts sends SIGTERM for each.
  process.on("SIGTERM", () => resolveStop());
  await Promise.race([runFiles(files, values["only-pattern"], report), stopPromise]);
  const hasPassed = report.close();
  // Exit even if tests are still running, but only after all output has been written.
  process.stdout.write("", () => process.exit(hasPassed ? 0 : 1));
}

// tools/test.ts has ended, so end all tests and the processes they started.
process.on("disconnect", () => {
  process.removeAllListeners("SIGTERM");
  endProcessGroup(process.pid);
});
await main();
