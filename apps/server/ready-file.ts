import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ListeningAddress, ProcessRole } from "@souk/platform";

/** The content of `ready.json` in the data directory while the server accepts requests. */
export interface Ready {
  pid: number;
  started_at: string;
  version: string;
  role: ProcessRole;
  addresses: {
    admin: string;
    partners: string;
    /** The URL of a store, with `{handle}` instead of the store's handle. */
    store: string;
    reference: string;
  };
  listening: readonly ListeningAddress[];
}

function getPath(dataDir: string): string {
  return join(dataDir, "ready.json");
}

/** Write the ready file atomically, so that no process reads an incomplete file. */
export async function writeReadyFile(dataDir: string, ready: Ready): Promise<void> {
  const temporaryPath = join(dataDir, `.ready.${ready.pid}.json`);
  await writeFile(temporaryPath, `${JSON.stringify(ready, null, 2)}\n`, { mode: 0o644 });
  await rename(temporaryPath, getPath(dataDir));
}

/**
 * Remove the ready file, which a killed process may have left behind. The caller must hold the lock of the data directory.
 */
export async function removeReadyFile(dataDir: string): Promise<void> {
  await rm(getPath(dataDir), { force: true });
}

/** Read the ready file. @throws Error with code ENOENT if no server is ready */
export async function readReadyFile(dataDir: string): Promise<Ready> {
  return JSON.parse(await readFile(getPath(dataDir), "utf8")) as Ready;
}
