import { createHash, randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getErrorCode } from "../database-unavailable.ts";
import { readProcessStart } from "./process-start.ts";

/** The error for a data directory that another live process uses. */
export class DataDirectoryInUse extends Error {
  readonly pid: number;

  constructor(dataDir: string, pid: number) {
    super(
      `The data directory ${dataDir} is in use by process ${pid}. Stop that process first, or choose another directory.`,
    );
    this.name = "DataDirectoryInUse";
    this.pid = pid;
  }
}

/**
 * Lock a data directory for this process with the file `souk.lock`. A lock that a dead process has left is taken over.
 * @returns a function that releases the lock
 * @throws DataDirectoryInUse if a live process holds the lock; an Error with a message for the user if the lock cannot be
 * read
 */
export async function lockDataDirectory(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, "souk.lock");
  const ownLockText = JSON.stringify({
    pid: process.pid,
    started: await readProcessStart(process.pid),
    lock: randomUUID(),
  });
  const ownFile = join(dataDir, `.souk.lock.${randomUUID()}`);
  await writeFile(ownFile, ownLockText, { mode: 0o600 });
  try {
    while (!(await tryLink(ownFile, path))) await removeDeadLock(dataDir, { path, ownFile });
  } finally {
    await rm(ownFile, { force: true });
  }
  return async () => {
    if ((await readLock(path)) === ownLockText) await rm(path, { force: true });
  };
}

// Creating a link is atomic, so no process reads an incomplete lock.
async function tryLink(ownFile: string, path: string): Promise<boolean> {
  try {
    await link(ownFile, path);
    return true;
  } catch (error) {
    if (getErrorCode(error) === "EEXIST") return false;
    throw error;
  }
}

interface LockPaths {
  /** The path of the lock, which a dead process may have left. */
  path: string;
  /** The file that identifies this process. */
  ownFile: string;
}

/** Remove the lock if it still exists and its process has ended. @throws DataDirectoryInUse if the process is alive */
async function removeDeadLock(dataDir: string, { path, ownFile }: LockPaths): Promise<void> {
  const lockText = await readLock(path);
  if (lockText === undefined) return;
  const holder = parseLock(lockText);
  if (holder && (await isAlive(holder))) throw new DataDirectoryInUse(dataDir, holder.pid);
  await removeWithClaim({ path, ownFile }, lockText);
}

/** How long to wait before the next attempt, while another process removes the lock. */
const claimWaitMs = 2;

// Reading and removing a lock are two steps. In between, another process may remove the lock and lock the directory itself.
// Therefore only the process that holds the claim file for this lock text removes the lock. A claim that a dead process has
// left is removed in the same way.
async function removeWithClaim({ path, ownFile }: LockPaths, lockText: string): Promise<void> {
  const claimPath = `${path}.${createHash("sha256").update(lockText).digest("hex").slice(0, 16)}`;
  if (await tryLink(ownFile, claimPath)) {
    try {
      if ((await readLock(path)) === lockText) await rm(path, { force: true });
    } finally {
      await rm(claimPath, { force: true });
    }
    return;
  }
  const claimText = await readLock(claimPath);
  const claimer = claimText === undefined ? undefined : parseLock(claimText);
  if (claimText === undefined || (claimer && (await isAlive(claimer)))) await sleep(claimWaitMs);
  else await removeWithClaim({ path: claimPath, ownFile }, claimText);
}

async function isAlive({ pid, started }: { pid: number; started: string }): Promise<boolean> {
  return (await readProcessStart(pid)) === started;
}

async function readLock(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (getErrorCode(error) === "ENOENT") return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    const hint = "If another user started Souk there, start it as that user, or choose another directory";
    throw new Error(`The lock of the data directory cannot be read: ${reason}. ${hint}.`, { cause: error });
  }
}

function parseLock(text: string): { pid: number; started: string } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("pid" in value) || !("started" in value))
      return undefined;
    return typeof value.pid === "number" && typeof value.started === "string"
      ? { pid: value.pid, started: value.started }
      : undefined;
  } catch {
    return undefined;
  }
}
