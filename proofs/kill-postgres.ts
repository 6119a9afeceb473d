import { readdir, readFile } from "node:fs/promises";

/** Kill a PostgreSQL and all its sessions with SIGKILL, as in a power failure. */
export async function killPostgres(postmaster: number): Promise<void> {
  const sessions = await listChildProcesses(postmaster);
  for (const pid of [postmaster, ...sessions]) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has already ended.
    }
  }
}

/** Return the child processes of a process, on Linux. Each session of PostgreSQL has its own process group. */
async function listChildProcesses(parent: number): Promise<number[]> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.map(Number).filter((pid) => pid > 0);
  const parentPids = await Promise.all(pids.map(findParent));
  return pids.filter((_, index) => parentPids[index] === parent);
}

async function findParent(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // The process name is in parentheses and may contain any character. The state and the parent's id follow it.
  return text === undefined ? undefined : Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]);
}
