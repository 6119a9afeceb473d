import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Installation, TokenStore } from "./token-store.ts";

const extension = ".json";
const hostnamePattern = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;

/**
 * Create a token store with a file for each installation, `{shop}.json`, which only the operating system user that runs
 * the app can read. A file is written completely and then renamed, so several processes can share the directory, and after
 * a crash either the old or the new file exists.
 *
 * @param directory the directory, which is created at the first save with mode 0700
 */
export function fileTokenStore(directory: string): TokenStore {
  const getPath = (shop: string): string => join(directory, `${shop}${extension}`);
  const createTemporaryPath = (): string => join(directory, `.${randomUUID()}`);

  return {
    // Only hostnames are used as file names, so that a name from a request cannot refer to a file outside the directory.
    load: async (shop) => (hostnamePattern.test(shop) ? await readInstallation(getPath(shop)) : null),

    save: async (installation) => {
      if (!hostnamePattern.test(installation.shop))
        throw new TypeError(`${installation.shop} is not a hostname.`);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const path = createTemporaryPath();
      await writeCompletely(path, JSON.stringify(installation));
      await rename(path, getPath(installation.shop));
    },

    remove: async (shop, accessToken) => {
      if (!hostnamePattern.test(shop)) return false;
      const path = getPath(shop);
      if ((await readInstallation(path))?.access_token !== accessToken) return false;
      // Another process may save a new token at this moment. So the file is renamed, read again, and restored if it has
      // another token.
      const renamedPath = createTemporaryPath();
      if ((await nullIfMissing(rename(path, renamedPath))) === null) return false;
      const hasToken = (await readInstallation(renamedPath))?.access_token === accessToken;
      if (!hasToken) await ignoreIfExists(link(renamedPath, path));
      await unlink(renamedPath);
      return hasToken;
    },

    shops: async () => {
      const names = (await nullIfMissing(readdir(directory))) ?? [];
      return names
        .filter((name) => name.endsWith(extension))
        .map((name) => name.slice(0, -extension.length))
        .filter((shop) => hostnamePattern.test(shop))
        .sort();
    },
  };
}

async function readInstallation(path: string): Promise<Installation | null> {
  const text = await nullIfMissing(readFile(path, "utf8"));
  return text === null ? null : (JSON.parse(text) as Installation);
}

async function writeCompletely(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Wait for a file operation and return its result; null if the file does not exist. */
async function nullIfMissing<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Wait for a file operation, and ignore its error if the file already exists. */
async function ignoreIfExists(operation: Promise<void>): Promise<void> {
  try {
    await operation;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
