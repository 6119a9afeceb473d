import { access, constants, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { CliConfig } from "./config.ts";
import type { Finding } from "./finding.ts";

/** Check that the data directory is a writable folder or can be created. */
export async function checkDataDirectory({ dataDir }: CliConfig): Promise<Finding> {
  const found = await stat(dataDir).catch(() => null);
  if (!found) return { isOk: true, sentence: `${dataDir} does not exist yet. The first start creates it.` };
  if (!found.isDirectory())
    return { isOk: false, sentence: `${dataDir} is not a folder. Choose another with SOUK_DATA_DIR.` };
  const isWritable = await access(dataDir, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isWritable
    ? { isOk: true, sentence: `${dataDir} is writable.` }
    : {
        isOk: false,
        sentence: `${dataDir} belongs to user ${found.uid} and is not writable. Run Souk as that user.`,
      };
}

const secretFiles = ["secret.key", "postgres.password"];

/** Check that other users can read none of the secret files; return null when there are none. */
export async function checkSecretFiles({ dataDir }: CliConfig): Promise<Finding | null> {
  const found = await Promise.all(
    secretFiles.map(async (name) => ({
      name,
      mode: (await stat(join(dataDir, name)).catch(() => null))?.mode,
    })),
  );
  const present = found.filter(({ mode }) => mode !== undefined);
  if (present.length === 0 || process.platform === "win32") return null;
  const readable = present
    .filter(({ mode = 0 }) => (mode & 0o077) !== 0)
    .map(({ name }) => join(dataDir, name));
  return readable.length === 0
    ? { isOk: true, sentence: "Files with secrets are readable only by their owner." }
    : {
        isOk: false,
        sentence: `Other users can read ${readable.join(" and ")}. Run chmod 600 ${readable.join(" ")}.`,
      };
}

const minFreeBytes = 1024 ** 3;

/** Check the free disk space of the data directory; return null when there is no directory. */
export async function checkDisk({ dataDir }: CliConfig): Promise<Finding | null> {
  const fileSystem = await statfs(dataDir).catch(() => null);
  if (!fileSystem) return null;
  const free = fileSystem.bavail * fileSystem.bsize;
  const sentence = `The disk of ${dataDir} has ${(free / 1024 ** 3).toFixed(1)} GiB free`;
  return free >= minFreeBytes
    ? { isOk: true, sentence: `${sentence}.` }
    : { isOk: false, sentence: `${sentence}. PostgreSQL rejects changes when the disk is full.` };
}
