import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

/** How the example app is run. */
export interface DemoAppRun {
  /** Its main file. */
  program: string;
  /** All that its process gets of the environment. */
  env: Readonly<Record<string, string>>;
  /** Takes one line of what it says, or of what became of it. */
  say(line: string): void;
}

export interface RunningDemoApp {
  /** Ends it and waits until it has ended. */
  stop(hurry?: AbortSignal): Promise<void>;
}

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;
/** An app that ran so long has not failed at its start. */
const steadyMs = 60_000;
const graceMs = 3_000;

const endWithParent = join(import.meta.dirname, "end-with-parent.ts");

/** Runs the example app in a process of its own; when it ends by itself, it is started again, each time later. */
export function runDemoApp(run: DemoAppRun): RunningDemoApp {
  const stopping = new AbortController();
  const ended = keepRunning(run, stopping.signal);
  return {
    stop: async (hurry) => {
      stopping.abort(hurry);
      await ended;
    },
  };
}

async function keepRunning(run: DemoAppRun, stopping: AbortSignal): Promise<void> {
  let waitMs = firstWaitMs;
  while (!stopping.aborted) {
    const begin = performance.now();
    const how = await runOnce(run, stopping);
    if (stopping.aborted) return;
    if (performance.now() - begin > steadyMs) waitMs = firstWaitMs;
    run.say(`It has ended (${how}); it is started again in ${waitMs / 1000} s.`);
    // Broken off when it is to stop.
    await sleep(waitMs, undefined, { signal: stopping }).catch(() => undefined);
    waitMs = Math.min(waitMs * 2, longestWaitMs);
  }
}

/** Runs it until it ends, by itself or because it is asked to. @returns in words how it ended */
async function runOnce({ program, env, say }: DemoAppRun, stopping: AbortSignal): Promise<string> {
  const child = spawn(process.execPath, ["--import", endWithParent, program], {
    env,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  child.on("error", (error) => resolve(error.message));
  child.on("close", (code, signal) => resolve(signal ?? `code ${code}`));
  child.stdin.on("error", () => undefined);
  passOn(child.stdout, say);
  passOn(child.stderr, say);
  const end = (): void => endChild(child, stopping.reason);
  stopping.addEventListener("abort", end, { once: true });
  if (stopping.aborted) end();
  const how = await ended;
  stopping.removeEventListener("abort", end);
  return how;
}

function passOn(output: Readable, say: (line: string) => void): void {
  createInterface({ input: output }).on("line", say);
}

/** Asks it to end, and ends it when it takes too long or there is a hurry. */
function endChild(child: ChildProcess, hurry: unknown): void {
  const kill = (): void => {
    child.kill("SIGKILL");
  };
  child.kill("SIGTERM");
  const late = setTimeout(kill, graceMs);
  child.on("close", () => clearTimeout(late));
  if (!(hurry instanceof AbortSignal)) return;
  if (hurry.aborted) kill();
  else hurry.addEventListener("abort", kill, { once: true });
}
