import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

/** The settings to run an example app. */
export interface DemoAppRun {
  /** The app's main file. */
  program: string;
  /** The complete environment of its process. */
  env: Readonly<Record<string, string>>;
  /** Print one line of the app's output or about its process. */
  print(line: string): void;
}

export interface RunningDemoApp {
  /** End the app and wait until it has ended. */
  stop(hurry?: AbortSignal): Promise<void>;
}

const firstWaitMs = 1_000;
const maxWaitMs = 30_000;
/** The running time in milliseconds after which an exit is not a failed start. */
const stableMs = 60_000;
const graceMs = 3_000;

const endWithParent = join(import.meta.dirname, "end-with-parent.ts");

/**
 * Run the example app in its own process; when it exits unexpectedly, restart it after a delay that grows each time.
 */
export function runDemoApp(demoRun: DemoAppRun): RunningDemoApp {
  const stopping = new AbortController();
  const ended = keepRunning(demoRun, stopping.signal);
  return {
    stop: async (hurry) => {
      stopping.abort(hurry);
      await ended;
    },
  };
}

async function keepRunning(demoRun: DemoAppRun, stopping: AbortSignal): Promise<void> {
  let waitMs = firstWaitMs;
  while (!stopping.aborted) {
    const startedAt = performance.now();
    const exitReason = await runOnce(demoRun, stopping);
    if (stopping.aborted) return;
    if (performance.now() - startedAt > stableMs) waitMs = firstWaitMs;
    demoRun.print(`Exited (${exitReason}). Restarting in ${waitMs / 1000} s.`);
    // The wait ends early when the app is stopped.
    await sleep(waitMs, undefined, { signal: stopping }).catch(() => undefined);
    waitMs = Math.min(waitMs * 2, maxWaitMs);
  }
}

/** Run the app until it exits by itself or on request. @returns a description of how it ended */
async function runOnce({ program, env, print }: DemoAppRun, stopping: AbortSignal): Promise<string> {
  const child = spawn(process.execPath, ["--import", endWithParent, program], {
    env,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  child.on("error", (error) => resolve(error.message));
  child.on("close", (code, signal) => resolve(signal ?? `code ${code}`));
  child.stdin.on("error", () => undefined);
  printLines(child.stdout, print);
  printLines(child.stderr, print);
  const end = (): void => endChild(child, stopping.reason);
  stopping.addEventListener("abort", end, { once: true });
  if (stopping.aborted) end();
  const exitReason = await ended;
  stopping.removeEventListener("abort", end);
  return exitReason;
}

function printLines(output: Readable, print: (line: string) => void): void {
  createInterface({ input: output }).on("line", print);
}

/** Ask the process to end, and kill it if it takes too long or there is a hurry. */
function endChild(child: ChildProcess, hurry: unknown): void {
  const kill = (): void => {
    child.kill("SIGKILL");
  };
  child.kill("SIGTERM");
  const killTimer = setTimeout(kill, graceMs);
  child.on("close", () => clearTimeout(killTimer));
  if (!(hurry instanceof AbortSignal)) return;
  if (hurry.aborted) kill();
  else hurry.addEventListener("abort", kill, { once: true });
}
