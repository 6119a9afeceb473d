import { access, constants, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { CliConfig } from "./config.ts";
import type { Finding } from "./finding.ts";

/** Check that the data directory is a writable folder, or that it does not exist yet. */
export async function checkDataDirectory({ dataDir }: CliConfig): Promise<Finding> {
  const stats = await stat(dataDir).catch(() => null);
  if (!stats) return { isOk: true, sentence: `${dataDir} does not exist yet. The first start creates it.` };
  if (!stats.isDirectory())
    return { isOk: false, sentence: `${dataDir} is not a folder. Choose another with SOUK_DATA_DIR.` };
  const isWritable = await access(dataDir, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isWritable
    ? { isOk: true, sentence: `${dataDir} is writable.` }
    : {
        isOk: false,
        sentence: `${dataDir} belongs to user ${stats.uid} and is not writable. Run Souk as that user.`,
      };
}

const secretFiles = ["secret.key", "postgres.password"];

/** Check that other users cannot read the files with secrets. Returns null on Windows or if there are no such files. */
export async function checkSecretFiles({ dataDir }: CliConfig): Promise<Finding | null> {
  const files = await Promise.all(
    secretFiles.map(async (name) => ({
      name,
      mode: (await stat(join(dataDir, name)).catch(() => null))?.mode,
    })),
  );
  const existingFiles = files.filter(({ mode }) => mode !== undefined);
  if (existingFiles.length === 0 || process.platform === "win32") return null;
  const readablePaths = existingFiles
    .filter(({ mode = 0 }) => (mode & 0o077) !== 0)
    .map(({ name }) => join(dataDir, name));
  return readablePaths.length === 0
    ? { isOk: true, sentence: "Files with secrets are readable only by their owner." }
    : {
        isOk: false,
        sentence: `Other users can read ${readablePaths.join(" and ")}. Run chmod 600 ${readablePaths.join(" ")}.`,
      };
}

const minFreeBytes = 1024 ** 3;

/** Check the free disk space of the data directory. Returns null if the directory does not exist. */
export async function checkDisk({ dataDir }: CliConfig): Promise<Finding | null> {
  const fileSystem = await statfs(dataDir).catch(() => null);
  if (!fileSystem) return null;
  const freeBytes = fileSystem.bavail * fileSystem.bsize;
  const sentence = `The disk of ${dataDir} has ${(freeBytes / 1024 ** 3).toFixed(1)} GiB free`;
  return freeBytes >= minFreeBytes
    ? { isOk: true, sentence: `${sentence}.` }
    : { isOk: false, sentence: `${sentence}. PostgreSQL rejects changes when the disk is full.` };
}
