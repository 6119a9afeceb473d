import { setTimeout as sleep } from "node:timers/promises";
import { isRunning } from "./process-start.ts";

type Step = [signal: NodeJS.Signals, patienceMs: number];

/** For a whole PostgreSQL: fast shutdown, then immediate, then kill; after the last two it recovers from its log. */
const wholeServer: Step[] = [
  ["SIGINT", 10_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
];

/** For a process of PostgreSQL whose postmaster is gone. */
export const leftOver: Step[] = [
  ["SIGQUIT", 2_000],
  ["SIGKILL", 5_000],
];

/** Stops a process by signals, more and more firmly, and answers when it is gone. */
export async function stopProcess(pid: number, steps: Step[] = wholeServer): Promise<void> {
  for (const [signal, patienceMs] of steps) {
    if (!sendSignal(pid, signal)) return;
    for (let waited = 0; waited < patienceMs; waited += 10) {
      if (!(await isRunning(pid))) return;
      await sleep(10);
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop.`);
}

function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
