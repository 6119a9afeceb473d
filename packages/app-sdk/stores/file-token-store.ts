import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Installation, TokenStore } from "./token-store.ts";

const ending = ".json";
const hostname = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;

/**
 * Keeps each installation in a file of its own, `{shop}.json`, that only the app's user may read. A file is written whole
 * and then put in place, so several processes may share the directory, and a crash leaves the old file or the new one.
 *
 * @param directory made at the first save, with mode 0700
 */
export function fileTokenStore(directory: string): TokenStore {
  const pathOf = (shop: string): string => join(directory, `${shop}${ending}`);
  const spare = (): string => join(directory, `.${randomUUID()}`);

  return {
    // What is no hostname is nobody's file: a name from outside must not lead out of the directory.
    load: async (shop) => (hostname.test(shop) ? await read(pathOf(shop)) : null),

    save: async (installation) => {
      if (!hostname.test(installation.shop)) throw new TypeError(`${installation.shop} is no hostname.`);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const path = spare();
      await writeWhole(path, JSON.stringify(installation));
      await rename(path, pathOf(installation.shop));
    },

    remove: async (shop, accessToken) => {
      if (!hostname.test(shop)) return false;
      const path = pathOf(shop);
      if ((await read(path))?.access_token !== accessToken) return false;
      // From here on another process may save. What is taken away is looked at once more, and put back if it is not the one.
      const taken = spare();
      if ((await unlessAbsent(rename(path, taken))) === null) return false;
      const isIt = (await read(taken))?.access_token === accessToken;
      if (!isIt) await unlessThere(link(taken, path));
      await unlink(taken);
      return isIt;
    },

    shops: async () => {
      const names = (await unlessAbsent(readdir(directory))) ?? [];
      return names
        .filter((name) => name.endsWith(ending))
        .map((name) => name.slice(0, -ending.length))
        .filter((shop) => hostname.test(shop))
        .sort();
    },
  };
}

async function read(path: string): Promise<Installation | null> {
  const text = await unlessAbsent(readFile(path, "utf8"));
  return text === null ? null : (JSON.parse(text) as Installation);
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** What a step on a file answers; null when the file is not there. */
async function unlessAbsent<T>(step: Promise<T>): Promise<T | null> {
  try {
    return await step;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** A newer file in its place is the one to keep. */
async function unlessThere(step: Promise<void>): Promise<void> {
  try {
    await step;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
