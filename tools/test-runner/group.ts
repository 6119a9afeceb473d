// A test process, which node's test runner starts with the paths of test files. Each file becomes a suite with its own hooks. The suites
// run one after another.
import { describe } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { recordOpenResources } from "../open-resources.ts";
import { fileEndMark, formatSuiteName, processEndMark } from "./suite-names.ts";

/** The timeout of a file, in milliseconds. The slowest file takes two minutes, and longer on a slow machine. */
const fileTimeoutMs = 900_000;

/** The timeout of loading a file, in milliseconds. Without it, node would wait forever for a top-level await that never settles. */
const loadTimeoutMs = 30_000;

async function load(file: string): Promise<void> {
  const timeoutController = new AbortController();
  const loadTimeout = sleep(loadTimeoutMs, undefined, { signal: timeoutController.signal }).then(() => {
    throw new Error(`Loading the file took longer than ${loadTimeoutMs / 1000} s.`);
  });
  await Promise.race([import(pathToFileURL(file).href), loadTimeout]).finally(() =>
    timeoutController.abort(),
  );
}

for (const [index, file] of process.argv.slice(2).entries())
  describe(formatSuiteName(index), { timeout: fileTimeoutMs }, async () => {
    await load(file);
    // All output before this mark belongs to the file. The events of its tests come later.
    recordOpenResources(file, () => process.stdout.write(fileEndMark));
  });
process.on("exit", () => process.stdout.write(processEndMark));
