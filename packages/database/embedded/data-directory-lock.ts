import { createHash, randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "../database-unavailable.ts";
import { processStart } from "./process-start.ts";

/** Another live process has this data directory. */
export class DataDirectoryInUse extends Error {
  readonly pid: number;

  constructor(dataDir: string, pid: number) {
    super(
      `The data directory ${dataDir} is in use by process ${pid}; stop that one first, or choose another directory.`,
    );
    this.name = "DataDirectoryInUse";
    this.pid = pid;
  }
}

/**
 * Takes `souk.lock` in a data directory for this process; one left by a dead process is taken over.
 * @returns what gives it back
 * @throws DataDirectoryInUse; an Error with a sentence for people where a lock lies there that this user may not read
 */
export async function lockDataDirectory(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, "souk.lock");
  const mine = JSON.stringify({
    pid: process.pid,
    started: await processStart(process.pid),
    lock: randomUUID(),
  });
  const draft = join(dataDir, `.souk.lock.${randomUUID()}`);
  await writeFile(draft, mine, { mode: 0o600 });
  try {
    while (!(await linked(draft, path))) await clearDead(dataDir, { path, draft });
  } finally {
    await rm(draft, { force: true });
  }
  return async () => {
    if ((await readLock(path)) === mine) await rm(path, { force: true });
  };
}

// A link is made whole or not at all, so nobody reads half a lock.
async function linked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

interface Contest {
  /** What a dead process may have left. */
  path: string;
  /** What says who we are. */
  draft: string;
}

async function clearDead(dataDir: string, { path, draft }: Contest): Promise<void> {
  const seen = await readLock(path);
  if (seen === undefined) return;
  const holder = parseLock(seen);
  if (holder && (await isAlive(holder))) throw new DataDirectoryInUse(dataDir, holder.pid);
  await removeDead({ path, draft }, seen);
}

// Looking and removing are two steps, between which another may have removed the same and locked. So only who holds the claim to
// what was seen removes it: while that lies there nobody can lock, and it never comes back once it is gone. A claim may be left by
// a dead process in its turn.
async function removeDead({ path, draft }: Contest, seen: string): Promise<void> {
  const claim = `${path}.${createHash("sha256").update(seen).digest("hex").slice(0, 16)}`;
  if (await linked(draft, claim)) {
    try {
      if ((await readLock(path)) === seen) await rm(path, { force: true });
    } finally {
      await rm(claim, { force: true });
    }
    return;
  }
  const claimed = await readLock(claim);
  const claimer = claimed === undefined ? undefined : parseLock(claimed);
  if (claimed === undefined || (claimer && (await isAlive(claimer)))) await sleep(2);
  else await removeDead({ path: claim, draft }, claimed);
}

async function isAlive({ pid, started }: { pid: number; started: string }): Promise<boolean> {
  return (await processStart(pid)) === started;
}

async function readLock(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    const why = error instanceof Error ? error.message : String(error);
    const hint = "Was Souk started by another user there? Start it as that one, or choose another directory";
    throw new Error(`The lock of the data directory cannot be read: ${why}. ${hint}.`, { cause: error });
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
