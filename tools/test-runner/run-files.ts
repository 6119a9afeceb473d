import { join, sep } from "node:path";
import { run } from "node:test";
import { root } from "../root.ts";
import { testTier } from "../test-files.ts";
import { processEnd } from "./file-suite.ts";
import { GroupReport } from "./group-report.ts";
import type { TestReport } from "./report.ts";

/** Loading the platform takes longer than most files' tests, but more files per process keep too much in memory. */
const filesOfProcess = 30;

/** The files of a process that drives pages: they take seconds each, and a last process would run alone for minutes. */
const pageFilesOfProcess = 12;

/**
 * How long the output of a process is read after its end, in milliseconds: a busy machine takes seconds to end it.
 */
const restMs = 20_000;

/** How long a blocked process of tests may take, in milliseconds; a file that only waits is ended before. */
const processTimeoutMs = 2_400_000;

// A process of tests lives for minutes: room for what it makes is cheaper than to collect it meanwhile, in several threads.
const memory = ["--min-semi-space-size=32", "--max-semi-space-size=32", "--single-threaded-gc"];

/** How many processes run at once: four keep two cores at work while some wait. */
const concurrency = 4;

function divide(files: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(files.length / size) }, (_, index) =>
    files.slice(index * size, (index + 1) * size),
  );
}

/** Distribute the files to processes, the longest first: a slow file has one to itself, quick files share one. */
export function testGroups(files: readonly string[]): string[][] {
  const slow = files.filter((file) => testTier(file) === "slow");
  const quick = files.filter((file) => testTier(file) !== "slow");
  const pages = join(root, "e2e") + sep;
  return [
    ...slow.map((file) => [file]),
    ...divide(
      quick.filter((file) => file.startsWith(pages)),
      pageFilesOfProcess,
    ),
    ...divide(
      quick.filter((file) => !file.startsWith(pages)),
      filesOfProcess,
    ),
  ];
}

async function runGroup(
  files: readonly string[],
  pattern: string | undefined,
  report: TestReport,
): Promise<void> {
  for (let left = files; left.length > 0; ) {
    const group = new GroupReport(left, (end) => report.add(end));
    const abort = new AbortController();
    const events = run({
      files: [join(import.meta.dirname, "group.ts")],
      cwd: root,
      argv: [...left],
      execArgv: memory,
      concurrency: 1,
      signal: abort.signal,
      timeout: processTimeoutMs,
      ...(pattern === undefined ? {} : { testNamePatterns: new RegExp(pattern) }),
    });
    let isWell = false;
    for await (const event of events) {
      await group.see(event);
      // One that the process set free may hold its pipes for ever.
      if (event.type === "test:stdout" && event.data.message.includes(processEnd))
        setTimeout(() => abort.abort(), restMs).unref();
      if (event.type === "test:summary" && event.data.file === undefined) isWell = event.data.success;
    }
    // A process that ended before its last file takes none with it but the one it was at; a file without a matching test has no end.
    left = group.left();
    if (!isWell) continue;
    if (pattern !== undefined) report.passOver(left);
    return;
  }
}

/** Run the files with node's runner. @param pattern only tests whose names match */
export async function runFiles(
  files: readonly string[],
  pattern: string | undefined,
  report: TestReport,
): Promise<void> {
  const waiting = testGroups(files);
  const work = async (): Promise<void> => {
    for (let group = waiting.shift(); group; group = waiting.shift()) await runGroup(group, pattern, report);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}
