import { readdir, readFile } from "node:fs/promises";

/** kill -9 of a PostgreSQL and all its sessions in one moment, as when a machine's power goes. */
export async function killPostgres(postmaster: number): Promise<void> {
  const sessions = await processesBelow(postmaster);
  for (const pid of [postmaster, ...sessions]) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself meanwhile.
    }
  }
}

/** The processes that a process has begun; on Linux. PostgreSQL gives each of its own a group of its own. */
async function processesBelow(parent: number): Promise<number[]> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.map(Number).filter((pid) => pid > 0);
  const parents = await Promise.all(pids.map(parentOf));
  return pids.filter((_, index) => parents[index] === parent);
}

async function parentOf(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // The name stands in brackets and may hold anything; its state and its parent follow.
  return text === undefined ? undefined : Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]);
}
