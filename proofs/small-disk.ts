import { execFile } from "node:child_process";
import { appendFile, chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** A separate disk for a data directory. The disk is small enough to be filled. */
export interface SmallDisk {
  /** The folder at which the disk is mounted. */
  folder: string;
  /** Fill the remaining space, with smaller and smaller blocks. */
  fill(): Promise<void>;
  /** Free the space that `fill` has filled. */
  free(): Promise<void>;
  close(): Promise<void>;
}

/** Mount a small disk. @returns null if it cannot be mounted, because that requires root on Linux */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), "souk-disk-"));
  const isMounted = await execute("mount", [
    "-t",
    "tmpfs",
    "-o",
    `size=${megabytes}m`,
    "souk-proof",
    folder,
  ]).then(
    () => true,
    () => false,
  );
  if (!isMounted) {
    await rm(folder, { recursive: true });
    return null;
  }
  // The user who runs PostgreSQL must be able to traverse the folder.
  await chmod(folder, 0o755);
  const fillerPath = join(folder, "filler");
  return {
    folder,
    fill: async () => {
      for (let size = 2 ** 20; size >= 1; size = size / 16) await appendUntilFull(fillerPath, size);
    },
    free: () => rm(fillerPath, { force: true }),
    close: async () => {
      await execute("umount", [folder]);
      await rm(folder, { recursive: true });
    },
  };
}

async function appendUntilFull(path: string, byteCount: number): Promise<void> {
  const bytes = Buffer.alloc(byteCount, "x");
  for (;;) {
    try {
      await appendFile(path, bytes);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOSPC") return;
      throw error;
    }
  }
}
