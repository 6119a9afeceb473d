import { readdir, readFile, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../log.ts";
import { readPostmasterFile } from "./postmaster-file.ts";
import { isRunning } from "./process-start.ts";
import { leftoverSessionSteps, stopProcess } from "./stop-process.ts";

/**
 * Stop a PostgreSQL that a killed server process left running on a cluster, or the leftover sessions of a killed PostgreSQL.
 * The caller holds the lock of the data directory, so no other process uses the cluster. The old PostgreSQL is not reused,
 * because a new one is supervised and has the current settings.
 */
export async function stopOrphan(clusterDir: string, log: Log): Promise<void> {
  const postmasterFile = await readPostmasterFile(clusterDir);
  if (postmasterFile?.directory !== clusterDir) return;
  if ((await isRunning(postmasterFile.pid)) && (await isPostgres(postmasterFile.pid))) {
    log.warn(
      { pid: postmasterFile.pid },
      "Stopping the PostgreSQL that a killed server process left running.",
    );
    await stopProcess(postmasterFile.pid);
  }
  // Sessions of a killed PostgreSQL end a little later, and keep its shared memory until then.
  for (const pid of await findSessions(clusterDir)) await stopProcess(pid, leftoverSessionSteps);
  if (await isRunning(postmasterFile.pid)) return;
  // Remove the files of the ended server. In some containers zombies are never reaped, and with these files a new PostgreSQL
  // would treat the zombie as a live server.
  for (const name of await readdir(clusterDir)) {
    if (name === "postmaster.pid" || name.startsWith(".s.PGSQL."))
      await rm(join(clusterDir, name), { force: true });
  }
}

// After a reboot the pid may belong to another program. PostgreSQL's processes are called `…/postgres` or `postgres: …`.
async function isPostgres(pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined);
  if (command === undefined) return process.platform !== "linux";
  return /^([^\0]*\/postgres\0|postgres: )/.test(command);
}

async function findSessions(clusterDir: string): Promise<number[]> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.map(Number).filter((pid) => pid > 0);
  const isSessionByIndex = await Promise.all(
    pids.map(async (pid) => {
      const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
      return folder === clusterDir && (await isPostgres(pid));
    }),
  );
  return pids.filter((_, index) => isSessionByIndex[index]);
}
