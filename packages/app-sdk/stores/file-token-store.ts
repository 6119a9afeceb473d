import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Installation, TokenStore } from "./token-store.ts";

const ending = ".json";
const hostname = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;

/**
 * Create a store that keeps each installation in its own file, `{shop}.json`, readable only by the app's user. A file is
 * written completely and then renamed, so several processes can share the directory, and a crash leaves the old file or the
 * new one.
 *
 * @param directory created at the first save, with mode 0700
 */
export function fileTokenStore(directory: string): TokenStore {
  const getPath = (shop: string): string => join(directory, `${shop}${ending}`);
  const spare = (): string => join(directory, `.${randomUUID()}`);

  return {
    // Only hostnames name files: a name from outside must not leave the directory.
    load: async (shop) => (hostname.test(shop) ? await read(getPath(shop)) : null),

    save: async (installation) => {
      if (!hostname.test(installation.shop)) throw new TypeError(`${installation.shop} is not a hostname.`);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const path = spare();
      await writeWhole(path, JSON.stringify(installation));
      await rename(path, getPath(installation.shop));
    },

    remove: async (shop, accessToken) => {
      if (!hostname.test(shop)) return false;
      const path = getPath(shop);
      if ((await read(path))?.access_token !== accessToken) return false;
      // Another process may save from here on: the renamed file is read again, and restored when it holds another token.
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

/** Return the result of a file operation; null when the file does not exist. */
async function unlessAbsent<T>(step: Promise<T>): Promise<T | null> {
  try {
    return await step;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Run a file operation and ignore that a file is already there: a newer file is the one to keep. */
async function unlessThere(step: Promise<void>): Promise<void> {
  try {
    await step;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
