import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
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
 * @throws DataDirectoryInUse
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
    while (!(await linked(draft, path))) await clearDead(dataDir, path);
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
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

async function clearDead(dataDir: string, path: string): Promise<void> {
  const seen = await readLock(path);
  if (seen === undefined) return;
  const holder = parseLock(seen);
  if (holder && (await processStart(holder.pid)) === holder.started)
    throw new DataDirectoryInUse(dataDir, holder.pid);
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch(() => undefined);
  // Somebody else may have cleared the dead one and locked between our reading and our renaming: give it back.
  const moved = await readLock(aside);
  if (moved !== undefined && moved !== seen) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

async function readLock(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
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
