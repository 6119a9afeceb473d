import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import { readKey } from "./value-readers.ts";

/** The platform's secrets. */
export interface Secrets {
  /** The secret key of 32 bytes, from which every other key is derived. */
  secretKey: Buffer;
}

/**
 * Return the configured secret key or, if there is none, the key in the file `secret.key` in the data directory. The
 * file is created at the first start.
 * @throws ConfigError if the file does not contain a key or other users can read it
 */
export async function readSecrets({ secretKey: configuredKey, dataDir }: Config): Promise<Secrets> {
  if (configuredKey) return { secretKey: configuredKey };
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, "secret.key");
  const storedKey = await readKeyFile(path);
  if (storedKey) return { secretKey: storedKey };
  await createKeyFile(path);
  const createdKey = await readKeyFile(path);
  if (!createdKey)
    throw new ConfigError([`${path} was removed while it was being created. Start the server again.`]);
  return { secretKey: createdKey };
}

async function readKeyFile(path: string): Promise<Buffer | undefined> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new ConfigError([`${path} cannot be read (${error.code}). It contains the platform's secret key.`]);
  });
  if (text === undefined) return undefined;
  const key = readKey(text.trim());
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

// Creating a link is atomic, so two processes that start at the same time use the same key.
async function createKeyFile(path: string): Promise<void> {
  const temporaryPath = `${path}.${randomUUID()}`;
  await writeFile(temporaryPath, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flush: true });
  await link(temporaryPath, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(temporaryPath, { force: true });
}
