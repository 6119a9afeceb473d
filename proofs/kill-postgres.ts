import { readdir, readFile } from "node:fs/promises";

/** Kill a PostgreSQL and all its sessions at once with kill -9, as in a power failure. */
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

/** List the child processes of a process; on Linux. PostgreSQL gives each of its own a group of its own. */
async function processesBelow(parent: number): Promise<number[]> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.map(Number).filter((pid) => pid > 0);
  const parents = await Promise.all(pids.map(findParent));
  return pids.filter((_, index) => parents[index] === parent);
}

async function findParent(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // The name stands in brackets and may hold anything; its state and its parent follow.
  return text === undefined ? undefined : Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]);
}
