import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readSecretKeys } from "@souk/signing";
import { CliError } from "./cli-error.ts";
import type { CliConfig } from "./config.ts";

/**
 * Read the platform's secret key from SOUK_SECRET_KEY or, if that is not set, from the data directory. If there are several
 * keys, return the first, which is the current one.
 * @throws CliError if the key cannot be read or is invalid
 */
export async function readPlatformKey({ secretKey, dataDir }: CliConfig): Promise<Buffer> {
  if (secretKey !== undefined) return parseKey(secretKey, "SOUK_SECRET_KEY");
  const path = join(dataDir, "secret.key");
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new CliError(
      `The secret key in ${path} cannot be read (${error.code}). Run this command as the user who runs the server, or set SOUK_SECRET_KEY.`,
    );
  });
  return parseKey(text.trim(), path);
}

function parseKey(text: string, source: string): Buffer {
  const [key] = readSecretKeys(text) ?? [];
  if (key) return key;
  throw new CliError(
    `${source} does not contain a secret key. It must be 64 hexadecimal digits or 32 bytes in base64.`,
  );
}
