import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "./process-start.ts";

// Fast shutdown first; immediate and kill when it does not come to an end. After those it recovers from its log.
const escalation: [NodeJS.Signals, number][] = [
  ["SIGINT", 10_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
];

/** Stops a PostgreSQL by pid, more and more firmly, and answers when it is gone. */
export async function stopProcess(pid: number): Promise<void> {
  for (const [signal, patienceMs] of escalation) {
    if (!sendSignal(pid, signal)) return;
    for (let waited = 0; waited < patienceMs; waited += 10) {
      if (!isAlive(pid)) return;
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
