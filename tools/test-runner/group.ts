// A process of tests, started by node's runner with the paths of test files: each becomes a suite, with its hooks, and they run in order.
import { describe } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { watchFile } from "../left-open.ts";
import { fileEnd, fileSuite, processEnd } from "./file-suite.ts";

/** The timeout of a hanging file, in milliseconds. The longest file takes two minutes on a fast machine and five on a slow one. */
const fileTimeoutMs = 900_000;

/** The timeout of loading a file: node waits without limit for a file whose top-level await never settles. */
const loadTimeoutMs = 30_000;

async function load(file: string): Promise<void> {
  const isLoaded = new AbortController();
  const late = sleep(loadTimeoutMs, undefined, { signal: isLoaded.signal }).then(() => {
    throw new Error(`It took longer than ${loadTimeoutMs / 1000} s to be loaded.`);
  });
  await Promise.race([import(pathToFileURL(file).href), late]).finally(() => isLoaded.abort());
}

for (const [index, file] of process.argv.slice(2).entries())
  describe(fileSuite(index), { timeout: fileTimeoutMs }, async () => {
    await load(file);
    // What is printed up to here is this file's; the events of its tests come later.
    watchFile(file, () => process.stdout.write(fileEnd));
  });
process.on("exit", () => process.stdout.write(processEnd));
