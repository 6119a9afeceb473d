import { readdir, readFile } from "node:fs/promises";

/** Kill a PostgreSQL server and all its sessions with SIGKILL, as in a power failure. */
export async function killPostgres(postmasterPid: number): Promise<void> {
  const sessionPids = await listChildPids(postmasterPid);
  for (const pid of [postmasterPid, ...sessionPids]) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has already ended.
    }
  }
}

/**
 * Return the ids of a process's child processes, on Linux. They are needed because each session of PostgreSQL has a process
 * group of its own, so one signal to a group does not reach all sessions.
 */
async function listChildPids(parentPid: number): Promise<number[]> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.map(Number).filter((pid) => pid > 0);
  const parentPids = await Promise.all(pids.map(findParentPid));
  return pids.filter((_, index) => parentPids[index] === parentPid);
}

async function findParentPid(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // The process name is in parentheses and may contain any character. The state and the parent's id follow it.
  return text === undefined ? undefined : Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]);
}
