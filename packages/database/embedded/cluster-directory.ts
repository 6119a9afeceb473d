import { chmod, mkdir, mkdtemp, readFile, rename, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { canReach, type SystemUser } from "./system-user.ts";

const systemDirectory = "/var/lib/souk";

/**
 * Return the cluster directory of a data directory: the path in its pointer file, otherwise its folder `postgres`.
 */
export async function findClusterDirectory(dataDir: string): Promise<string> {
  const pointer = await readFile(getPointerPath(dataDir), "utf8").catch(() => undefined);
  return pointer?.trim() || join(dataDir, "postgres");
}

/**
 * Choose the directory of a new cluster. If the user who runs PostgreSQL cannot reach the data directory, for example below
 * /root, the cluster gets a directory elsewhere, whose path is stored in a pointer file in the data directory.
 * @param user the user who runs PostgreSQL; undefined if it is the user of this process
 */
export async function chooseClusterDirectory(dataDir: string, user: SystemUser | undefined): Promise<string> {
  const defaultDir = join(dataDir, "postgres");
  if (!user) return defaultDir;
  if (await canReach(user, dirname(dataDir))) {
    // This allows traversal only. Every file in the data directory keeps its own mode.
    await chmod(dataDir, (await stat(dataDir)).mode | 0o011);
    return defaultDir;
  }
  const reachableDir = join(await mkdtemp(join(await ensureReachableDirectory(), "data-")), "postgres");
  await chmod(dirname(reachableDir), 0o711);
  const newPointerPath = `${getPointerPath(dataDir)}.new`;
  await writeFile(newPointerPath, `${reachableDir}\n`, { mode: 0o600 });
  await rename(newPointerPath, getPointerPath(dataDir));
  return reachableDir;
}

/**
 * Find or create a directory that every user can traverse, for files that cannot be in the project or the data directory.
 */
export async function ensureReachableDirectory(): Promise<string> {
  for (const folder of [systemDirectory, join(tmpdir(), `souk-${process.getuid?.()}`)]) {
    const exists = await mkdir(folder, { recursive: true, mode: 0o755 }).then(
      () => true,
      () => false,
    );
    // In a shared parent directory, another user may have created the folder first. So the folder is used only if it
    // belongs to this user.
    if (exists && (await stat(folder)).uid === process.getuid?.()) return folder;
  }
  throw new Error(
    `No directory for the database could be created, neither ${systemDirectory} nor one in ${tmpdir()}. Make one of them writable.`,
  );
}

function getPointerPath(dataDir: string): string {
  return join(dataDir, "postgres.location");
}
