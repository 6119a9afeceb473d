import { access, constants, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { CliConfig } from "./config.ts";
import type { Finding } from "./finding.ts";

export async function checkDataDirectory({ dataDir }: CliConfig): Promise<Finding> {
  const found = await stat(dataDir).catch(() => null);
  if (!found) return { well: true, sentence: `${dataDir} is not there yet; the first start makes it.` };
  if (!found.isDirectory())
    return { well: false, sentence: `${dataDir} is no folder; choose another with SOUK_DATA_DIR.` };
  const writable = await access(dataDir, constants.W_OK).then(
    () => true,
    () => false,
  );
  return writable
    ? { well: true, sentence: `${dataDir} can be written.` }
    : {
        well: false,
        sentence: `${dataDir} belongs to user ${found.uid} and cannot be written; run Souk as that user.`,
      };
}

const secretFiles = ["secret.key", "postgres.password"];

/** Others may read none of them; null when there are none. */
export async function checkSecretFiles({ dataDir }: CliConfig): Promise<Finding | null> {
  const found = await Promise.all(
    secretFiles.map(async (name) => ({
      name,
      mode: (await stat(join(dataDir, name)).catch(() => null))?.mode,
    })),
  );
  const present = found.filter(({ mode }) => mode !== undefined);
  if (present.length === 0 || process.platform === "win32") return null;
  const open = present.filter(({ mode = 0 }) => (mode & 0o077) !== 0).map(({ name }) => join(dataDir, name));
  return open.length === 0
    ? { well: true, sentence: "The files that hold secrets are their owner's alone." }
    : { well: false, sentence: `Others may read ${open.join(" and ")}; run chmod 600 ${open.join(" ")}.` };
}

const enoughBytes = 1024 ** 3;

export async function checkDisk({ dataDir }: CliConfig): Promise<Finding | null> {
  const room = await statfs(dataDir).catch(() => null);
  if (!room) return null;
  const free = room.bavail * room.bsize;
  const sentence = `The disk of ${dataDir} has ${(free / 1024 ** 3).toFixed(1)} GiB left`;
  return free >= enoughBytes
    ? { well: true, sentence: `${sentence}.` }
    : { well: false, sentence: `${sentence}; PostgreSQL stops taking changes when it is full.` };
}
