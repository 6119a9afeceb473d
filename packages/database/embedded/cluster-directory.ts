import { chmod, mkdir, mkdtemp, readFile, rename, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { canReach, type SystemUser } from "./system-user.ts";

const systemDirectory = "/var/lib/souk";

/** Where the cluster of a data directory is: `postgres` inside it, or where its pointer file says. */
export async function findClusterDirectory(dataDir: string): Promise<string> {
  const pointer = await readFile(pointerFile(dataDir), "utf8").catch(() => undefined);
  return pointer?.trim() || join(dataDir, "postgres");
}

/**
 * Settles where a new cluster goes. When the user who runs PostgreSQL cannot pass into the data directory, as below
 * /root, the cluster goes to a folder of its own that he can reach, and a pointer file in the data directory says where.
 */
export async function placeCluster(dataDir: string, user: SystemUser | undefined): Promise<string> {
  const inside = join(dataDir, "postgres");
  if (!user) return inside;
  if (await canReach(user, dirname(dataDir))) {
    // Passing through shows nothing: every file in the data directory keeps its own mode.
    await chmod(dataDir, (await stat(dataDir)).mode | 0o011);
    return inside;
  }
  const outside = join(await mkdtemp(join(await reachableDirectory(), "data-")), "postgres");
  await chmod(dirname(outside), 0o711);
  const draft = `${pointerFile(dataDir)}.new`;
  await writeFile(draft, `${outside}\n`, { mode: 0o600 });
  await rename(draft, pointerFile(dataDir));
  return outside;
}

/** A folder of ours that every user can pass through, for what cannot lie in the project or the data directory. */
export async function reachableDirectory(): Promise<string> {
  for (const folder of [systemDirectory, join(tmpdir(), `souk-${process.getuid?.()}`)]) {
    const made = await mkdir(folder, { recursive: true, mode: 0o755 }).then(
      () => true,
      () => false,
    );
    // In a shared folder anybody may have made it first: only our own counts.
    if (made && (await stat(folder)).uid === process.getuid?.()) return folder;
  }
  throw new Error(
    `No folder for the database can be made: neither ${systemDirectory} nor one in ${tmpdir()}.`,
  );
}

function pointerFile(dataDir: string): string {
  return join(dataDir, "postgres.location");
}
