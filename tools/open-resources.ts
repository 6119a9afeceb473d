// This module is loaded into each test process before the test files. If open resources keep the process alive after the last
// test, the module ends the process.
import { after } from "node:test";

/** How long a process may stay alive after its last test, in milliseconds. The hooks that close resources need some time. */
const maxMsAfterTests = 10_000;

/** For each test file, the kinds of resources that were open after its tests but not after the previous file. */
const openedResources: { file: string; kinds: string[] }[] = [];

let openAfterPreviousFile: string[] = [];

function subtract(items: readonly string[], subtractedItems: readonly string[]): string[] {
  const remainingItems = [...items];
  for (const item of subtractedItems)
    if (remainingItems.includes(item)) remainingItems.splice(remainingItems.indexOf(item), 1);
  return remainingItems;
}

/**
 * Record the resources that are still open after the tests of a file. Call this in the suite of the file, after its hooks.
 * @param onEnd called when all tests and hooks of the file have ended
 */
export function recordOpenResources(file: string, onEnd: () => void): void {
  after(() => {
    onEnd();
    const openKinds = process.getActiveResourcesInfo();
    openedResources.push({ file, kinds: subtract(openKinds, openAfterPreviousFile) });
    openAfterPreviousFile = openKinds;
  });
}

/**
 * Print the open resources with the test files that opened them, and end this process with an error. Otherwise a server,
 * pool, worker or timer that a test file left open would block the run.
 */
function endStuckProcess(): never {
  const openKinds = process.getActiveResourcesInfo().filter((name) => name !== "PipeWrap");
  process.stderr.write(
    `left open after the last test: ${openKinds.join(", ") || "a pipe or a child process"}\n`,
  );
  for (const { file, kinds } of openedResources) {
    const stillOpenKinds = kinds.filter((kind) => openKinds.includes(kind));
    if (stillOpenKinds.length > 0) process.stderr.write(`  after ${file}: ${stillOpenKinds.join(", ")}\n`);
  }
  process.exit(1);
}

// Test files of one process share a Chromium, which is slow to start. The testkit adds the function that closes Chromium to this list.
const closingActions: (() => Promise<void>)[] = [];
Reflect.set(globalThis, Symbol.for("souk.closing-actions"), closingActions);

after(async () => {
  for (const close of closingActions) await close();
  setTimeout(endStuckProcess, maxMsAfterTests).unref();
});
