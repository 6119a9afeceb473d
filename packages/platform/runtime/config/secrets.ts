import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import { secretKey } from "./value-readers.ts";

/** The secrets that only the platform may know. */
export interface Secrets {
  /** The secret key, 32 bytes: every other key is derived from it. */
  secretKey: Buffer;
}

/**
 * Read the platform's secrets: the configured key, else the one in `secret.key` in the data directory,
 * created there once.
 * @throws ConfigError when the file holds no key or others may read it
 */
export async function readSecrets({ secretKey: given, dataDir }: Config): Promise<Secrets> {
  if (given) return { secretKey: given };
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, "secret.key");
  const kept = await readKey(path);
  if (kept) return { secretKey: kept };
  await makeKey(path);
  const made = await readKey(path);
  if (!made)
    throw new ConfigError([`${path} was removed while it was being created. Start the server again.`]);
  return { secretKey: made };
}

async function readKey(path: string): Promise<Buffer | undefined> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new ConfigError([`${path} cannot be read (${error.code}). It contains the platform's secret key.`]);
  });
  if (text === undefined) return undefined;
  const key = secretKey(text.trim());
  if (!key) {
    throw new ConfigError([
      `${path} does not contain a key of 64 hexadecimal digits. Restore the correct key, or delete the file if nothing has been encrypted yet.`,
    ]);
  }
  const { mode } = await stat(path);
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    throw new ConfigError([`${path} is readable by other users. Run chmod 600 ${path}.`]);
  }
  return key;
}

// A link is made whole or not at all: of two processes that start at once both read the same key.
async function makeKey(path: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flush: true });
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft, { force: true });
}
