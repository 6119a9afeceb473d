import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ListeningAddress, ProcessRole } from "@souk/platform";

/** What `ready.json` in the data directory says while the server takes requests. */
export interface Ready {
  pid: number;
  started_at: string;
  version: string;
  role: ProcessRole;
  addresses: {
    admin: string;
    partners: string;
    /** With `{handle}` where a store's handle goes. */
    shop: string;
    reference: string;
  };
  listening: readonly ListeningAddress[];
}

function pathIn(dataDir: string): string {
  return join(dataDir, "ready.json");
}

/** Writes it whole or not at all, so that nobody reads half of it. */
export async function writeReadyFile(dataDir: string, ready: Ready): Promise<void> {
  const draft = join(dataDir, `.ready.${ready.pid}.json`);
  await writeFile(draft, `${JSON.stringify(ready, null, 2)}\n`, { mode: 0o644 });
  await rename(draft, pathIn(dataDir));
}

/** Removes that of this process, or one that a killed process has left behind. The caller holds the data directory. */
export async function removeReadyFile(dataDir: string): Promise<void> {
  await rm(pathIn(dataDir), { force: true });
}

export async function readReadyFile(dataDir: string): Promise<Ready> {
  return JSON.parse(await readFile(pathIn(dataDir), "utf8")) as Ready;
}
