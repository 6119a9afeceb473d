import { join, sep } from "node:path";
import { run } from "node:test";
import { root } from "../root.ts";
import { getTestTier, runsAlone } from "../test-files.ts";
import { GroupReport } from "./group-report.ts";
import type { TestReport } from "./report.ts";
import { processEndMark } from "./suite-names.ts";

/**
 * One process runs several files, because loading the platform takes longer than most tests. More files would use too
 * much memory.
 */
const maxFilesPerProcess = 30;

/** Tests of pages take seconds per file. With more files per process, the last process would run alone for minutes. */
const maxPageFilesPerProcess = 12;

/**
 * How long to read the output of a process after it has ended, in milliseconds. On a busy machine, the output takes
 * seconds to close.
 */
const outputTimeoutMs = 20_000;

/**
 * The timeout of a test process, in milliseconds (40 minutes). It ends a process whose files cannot time out themselves,
 * because blocking code keeps their timers from running.
 */
const processTimeoutMs = 2_400_000;

// A test process runs for minutes. A larger heap for new objects is faster than frequent garbage collection in several threads.
const memoryFlags = ["--min-semi-space-size=32", "--max-semi-space-size=32", "--single-threaded-gc"];

/** The number of parallel test processes. Tests often wait, so four processes use two cores fully. */
const concurrency = 4;

function splitFiles(files: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(files.length / size) }, (_, index) =>
    files.slice(index * size, (index + 1) * size),
  );
}

/** Divide the files into groups, one for each test process, with the slowest first. A slow file is a group of one. */
export function buildTestGroups(files: readonly string[]): string[][] {
  const slowFiles = files.filter((file) => getTestTier(file) === "slow");
  const quickFiles = files.filter((file) => getTestTier(file) !== "slow");
  const e2eFolder = join(root, "e2e") + sep;
  return [
    ...slowFiles.map((file) => [file]),
    ...splitFiles(
      quickFiles.filter((file) => file.startsWith(e2eFolder)),
      maxPageFilesPerProcess,
    ),
    ...splitFiles(
      quickFiles.filter((file) => !file.startsWith(e2eFolder)),
      maxFilesPerProcess,
    ),
  ];
}

async function runGroup(
  files: readonly string[],
  pattern: string | undefined,
  report: TestReport,
): Promise<void> {
  let remainingFiles = files;
  while (remainingFiles.length > 0) {
    const group = new GroupReport(remainingFiles, (result) => report.add(result));
    const abortController = new AbortController();
    const events = run({
      files: [join(import.meta.dirname, "group.ts")],
      cwd: root,
      argv: [...remainingFiles],
      execArgv: memoryFlags,
      concurrency: 1,
      signal: abortController.signal,
      timeout: processTimeoutMs,
      ...(pattern === undefined ? {} : { testNamePatterns: new RegExp(pattern) }),
    });
    let hasPassed = false;
    for await (const event of events) {
      await group.addEvent(event);
      // A detached child of the process may keep its output open forever.
      if (event.type === "test:stdout" && event.data.message.includes(processEndMark))
        setTimeout(() => abortController.abort(), outputTimeoutMs).unref();
      if (event.type === "test:summary" && event.data.file === undefined) hasPassed = event.data.success;
    }
    // If the process ended early, only its current file failed, and another process runs the remaining files. If a pattern
    // is given, files without a matching test also remain, because they report no end.
    remainingFiles = group.listUnreachedFiles();
    if (!hasPassed) continue;
    if (pattern !== undefined) report.skipFiles(remainingFiles);
    return;
  }
}

/**
 * Run the files with node's test runner: first the files that may run in parallel, then each file that must run alone, by
 * itself.
 * @param pattern a regular expression: only tests with matching names run
 */
export async function runFiles(
  files: readonly string[],
  pattern: string | undefined,
  report: TestReport,
): Promise<void> {
  const pendingGroups = buildTestGroups(files.filter((file) => !runsAlone(file)));
  const runPendingGroups = async (): Promise<void> => {
    for (let group = pendingGroups.shift(); group; group = pendingGroups.shift())
      await runGroup(group, pattern, report);
  };
  await Promise.all(Array.from({ length: concurrency }, runPendingGroups));
  for (const file of files.filter(runsAlone)) await runGroup([file], pattern, report);
}
