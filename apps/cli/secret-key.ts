import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readSecretKey } from "@souk/signing";
import { CliError } from "./cli-error.ts";
import type { CliConfig } from "./config.ts";

/** The platform's secret key: from SOUK_SECRET_KEY, else from the data directory. */
export async function platformKey({ secretKey, dataDir }: CliConfig): Promise<Buffer> {
  if (secretKey !== undefined) return parsed(secretKey, "SOUK_SECRET_KEY");
  const path = join(dataDir, "secret.key");
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new CliError(
      `The secret key in ${path} cannot be read (${error.code}); run this as the user who runs the server, or set SOUK_SECRET_KEY.`,
    );
  });
  return parsed(text.trim(), path);
}

function parsed(text: string, from: string): Buffer {
  const key = readSecretKey(text);
  if (key) return key;
  throw new CliError(`${from} holds no secret key, which is 64 hexadecimal digits or base64 of 32 bytes.`);
}
