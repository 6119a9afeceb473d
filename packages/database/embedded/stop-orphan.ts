import { readFile } from "node:fs/promises";
import type { Log } from "../log.ts";
import { readPostmasterFile } from "./postmaster-file.ts";
import { isAlive } from "./process-start.ts";
import { stopProcess } from "./stop-process.ts";

/**
 * Stops the PostgreSQL that a killed server left running on a cluster. The caller has the lock of the data directory,
 * so nobody uses it. It is not adopted: a child of ours is watched, has today's settings, and no session of the dead
 * server goes on in it.
 */
export async function stopOrphan(clusterDir: string, log: Log): Promise<void> {
  const found = await readPostmasterFile(clusterDir);
  if (
    !found ||
    found.directory !== clusterDir ||
    !isAlive(found.pid) ||
    !(await looksLikePostgres(found.pid))
  )
    return;
  log.warn({ pid: found.pid }, "Stopping the PostgreSQL that a killed server left behind.");
  await stopProcess(found.pid);
}

// After a restart of the machine the pid may be anybody's.
async function looksLikePostgres(pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined);
  return command === undefined
    ? process.platform !== "linux"
    : command.split("\0", 1)[0]?.endsWith("postgres") === true;
}
