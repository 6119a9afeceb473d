import { readdir, readFile, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../log.ts";
import { readPostmasterFile } from "./postmaster-file.ts";
import { isRunning } from "./process-start.ts";
import { leftOver, stopProcess } from "./stop-process.ts";

/**
 * Stops the PostgreSQL that a killed server left running on a cluster, or what is left of one that was killed itself. The
 * caller has the lock of the data directory, so nobody uses it. It is not adopted: a child of ours is watched, has today's
 * settings, and no session of the dead server goes on in it.
 */
export async function stopOrphan(clusterDir: string, log: Log): Promise<void> {
  const found = await readPostmasterFile(clusterDir);
  if (found?.directory !== clusterDir) return;
  if ((await isRunning(found.pid)) && (await isPostgres(found.pid))) {
    log.warn({ pid: found.pid }, "Stopping the PostgreSQL that a killed server left behind.");
    await stopProcess(found.pid);
  }
  // When it was killed itself, its sessions end a little later and hold its shared memory until then.
  for (const pid of await sessionsIn(clusterDir)) await stopProcess(pid, leftOver);
  // The first process of some containers reaps nobody, and PostgreSQL takes the zombie for a live server.
  if (await isRunning(found.pid)) return;
  for (const name of await readdir(clusterDir)) {
    if (name === "postmaster.pid" || name.startsWith(".s.PGSQL."))
      await rm(join(clusterDir, name), { force: true });
  }
}

// After a restart of the machine the pid may be anybody's. Its processes are called `…/postgres` and `postgres: …`.
async function isPostgres(pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined);
  if (command === undefined) return process.platform !== "linux";
  return /^([^\0]*\/postgres\0|postgres: )/.test(command);
}

async function sessionsIn(clusterDir: string): Promise<number[]> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.map(Number).filter((pid) => pid > 0);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
      return folder === clusterDir && (await isPostgres(pid));
    }),
  );
  return pids.filter((_, index) => found[index]);
}
