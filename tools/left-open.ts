// Loaded into each process of tests before its files: ends it when something keeps it alive after its last test.
import { after } from "node:test";

/** How long a process may stay after its last test, in milliseconds: for its closing hooks and their resources. */
const graceMs = 10_000;

/** The kinds of resources that were open after a file's tests and not before them. */
const opened: { file: string; kinds: string[] }[] = [];

let before: string[] = [];

function without(all: readonly string[], some: readonly string[]): string[] {
  const rest = [...all];
  for (const each of some) if (rest.includes(each)) rest.splice(rest.indexOf(each), 1);
  return rest;
}

/**
 * Note what the tests of this file leave open. Call it in the file's suite, after its own hooks.
 * @param onEnd is called when all of the file's tests and hooks have ended
 */
export function watchFile(file: string, onEnd: () => void): void {
  after(() => {
    onEnd();
    const open = process.getActiveResourcesInfo();
    opened.push({ file, kinds: without(open, before) });
    before = open;
  });
}

/**
 * End this process: a file that left a server, a pool, a worker or a timer open fails by name, and the run does not
 * hang.
 */
function endStuck(): never {
  const open = process.getActiveResourcesInfo().filter((name) => name !== "PipeWrap");
  process.stderr.write(`left open after the last test: ${open.join(", ") || "a pipe or a child process"}\n`);
  for (const { file, kinds } of opened) {
    const stays = kinds.filter((kind) => open.includes(kind));
    if (stays.length > 0) process.stderr.write(`  after ${file}: ${stays.join(", ")}\n`);
  }
  process.exit(1);
}

// The testkit's files of one process share what is dear to start, a Chromium, and put here what closes it.
const closing: (() => Promise<void>)[] = [];
Reflect.set(globalThis, Symbol.for("souk.closing-actions"), closing);

after(async () => {
  for (const close of closing) await close();
  setTimeout(endStuck, graceMs).unref();
});
