import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

/** Settings for running an example app. */
export interface DemoAppRun {
  /** The app's main file. */
  program: string;
  /** The complete environment of its process. */
  env: Readonly<Record<string, string>>;
  /** Print one line: from the app's output, or a message about its process. */
  print(line: string): void;
}

export interface RunningDemoApp {
  /** End the app and wait until it has ended. If `hurrySignal` is aborted, kill the app without a grace period. */
  stop(hurrySignal?: AbortSignal): Promise<void>;
}

/** The minimum and the maximum delay before a restart. */
const minDelayMs = 1_000;
const maxDelayMs = 30_000;
/** If the app ran for longer than this, in milliseconds, its next restart waits only the minimum delay. */
const stableMs = 60_000;
/** Milliseconds between SIGTERM and SIGKILL. */
const graceMs = 3_000;

const endWithParent = join(import.meta.dirname, "end-with-parent.ts");

/**
 * Run an example app in its own process. If it exits unexpectedly, restart it after a delay that increases each time.
 */
export function runDemoApp(demoRun: DemoAppRun): RunningDemoApp {
  const stopping = new AbortController();
  const endOfRun = keepRunning(demoRun, stopping.signal);
  return {
    stop: async (hurrySignal) => {
      // The abort reason passes `hurrySignal` on to `endChild`.
      stopping.abort(hurrySignal);
      await endOfRun;
    },
  };
}

async function keepRunning(demoRun: DemoAppRun, stopping: AbortSignal): Promise<void> {
  let delayMs = minDelayMs;
  while (!stopping.aborted) {
    const startedAt = performance.now();
    const exitReason = await runOnce(demoRun, stopping);
    if (stopping.aborted) return;
    if (performance.now() - startedAt > stableMs) delayMs = minDelayMs;
    demoRun.print(`Exited (${exitReason}). Restarting in ${delayMs / 1000} s.`);
    // The delay ends early when the app is stopped.
    await sleep(delayMs, undefined, { signal: stopping }).catch(() => undefined);
    delayMs = Math.min(delayMs * 2, maxDelayMs);
  }
}

/** Run the app until it exits or is stopped. @returns the exit code, the signal or the error, as text */
async function runOnce({ program, env, print }: DemoAppRun, stopping: AbortSignal): Promise<string> {
  const child = spawn(process.execPath, ["--import", endWithParent, program], {
    env,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const exit = Promise.withResolvers<string>();
  child.on("error", (error) => exit.resolve(error.message));
  child.on("close", (code, signal) => exit.resolve(signal ?? `code ${code}`));
  child.stdin.on("error", () => undefined);
  printLines(child.stdout, print);
  printLines(child.stderr, print);
  const end = (): void => endChild(child, stopping.reason);
  stopping.addEventListener("abort", end, { once: true });
  if (stopping.aborted) end();
  const exitReason = await exit.promise;
  stopping.removeEventListener("abort", end);
  return exitReason;
}

function printLines(output: Readable, print: (line: string) => void): void {
  createInterface({ input: output }).on("line", print);
}

/** Send SIGTERM to the process. Kill it after the grace period, or as soon as `hurrySignal` is aborted. */
function endChild(child: ChildProcess, hurrySignal: unknown): void {
  const kill = (): void => {
    child.kill("SIGKILL");
  };
  child.kill("SIGTERM");
  const killTimer = setTimeout(kill, graceMs);
  child.on("close", () => clearTimeout(killTimer));
  if (!(hurrySignal instanceof AbortSignal)) return;
  if (hurrySignal.aborted) kill();
  else hurrySignal.addEventListener("abort", kill, { once: true });
}
