import { setTimeout as sleep } from "node:timers/promises";
import { isRunning } from "./process-start.ts";

type SignalStep = [signal: NodeJS.Signals, timeoutMs: number];

/**
 * The signals for a whole PostgreSQL server: fast shutdown, immediate shutdown, kill. After the last two, PostgreSQL needs
 * recovery.
 */
const serverSteps: SignalStep[] = [
  ["SIGINT", 10_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
];

/** The signals for a PostgreSQL session whose postmaster has ended. */
export const leftoverSessionSteps: SignalStep[] = [
  ["SIGQUIT", 2_000],
  ["SIGKILL", 5_000],
];

const pollMs = 10;

/** Stop a process with increasingly strong signals, and resolve when it has ended. */
export async function stopProcess(pid: number, steps: SignalStep[] = serverSteps): Promise<void> {
  for (const [signal, timeoutMs] of steps) {
    if (!sendSignal(pid, signal)) return;
    for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += pollMs) {
      if (!(await isRunning(pid))) return;
      await sleep(pollMs);
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) did not stop.`);
}

function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
