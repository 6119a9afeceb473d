import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readSecretKeys } from "@souk/signing";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-error.ts";

/** The platform's secrets. */
export interface Secrets {
  /** The secret key of 32 bytes, with which secrets are encrypted and from which every other key is derived. */
  secretKey: Buffer;
  /** Earlier secret keys, with which older secrets are decrypted. */
  formerSecretKeys: readonly Buffer[];
}

/**
 * Return the configured secret keys or, if there are none, the keys in the file `secret.key` in the data directory. The first
 * line of the file is the current key, and the other lines are former keys. The file is created at the first start.
 * @throws ConfigError if the file does not contain keys or other users can read it
 */
export async function readSecrets({ secretKeys, dataDir }: Config): Promise<Secrets> {
  if (secretKeys !== null) return toSecrets(secretKeys);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, "secret.key");
  const storedKeys = await readKeyFile(path);
  if (storedKeys) return toSecrets(storedKeys);
  await createKeyFile(path);
  const createdKeys = await readKeyFile(path);
  if (!createdKeys)
    throw new ConfigError([`${path} was removed while it was being created. Start the server again.`]);
  return toSecrets(createdKeys);
}

function toSecrets([secretKey, ...formerSecretKeys]: readonly Buffer[]): Secrets {
  if (secretKey === undefined) throw new ConfigError(["There is no secret key."]);
  return { secretKey, formerSecretKeys };
}

async function readKeyFile(path: string): Promise<readonly Buffer[] | undefined> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new ConfigError([`${path} cannot be read (${error.code}). It contains the platform's secret key.`]);
  });
  if (text === undefined) return undefined;
  const keys = readSecretKeys(text);
  if (keys === null) {
    throw new ConfigError([
      `${path} does not contain a key of 64 hexadecimal digits in each line. Restore the correct key, or delete the file if nothing has been encrypted yet.`,
    ]);
  }
  const { mode } = await stat(path);
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    throw new ConfigError([`${path} is readable by other users. Run chmod 600 ${path}.`]);
  }
  return keys;
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
