import { execFile } from "node:child_process";
import { appendFile, chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A disk of its own for a data directory, so small that it can be filled. */
export interface SmallDisk {
  /** The folder of the data. */
  folder: string;
  /** Fill the remaining space. */
  fill(): Promise<void>;
  /** Free the filled space. */
  free(): Promise<void>;
  close(): Promise<void>;
}

/** Mount a small disk. @returns null where it cannot be mounted, which needs root on Linux */
export async function smallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), "souk-disk-"));
  const mounted = await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "souk-proof", folder]).then(
    () => true,
    () => false,
  );
  if (!mounted) {
    await rm(folder, { recursive: true });
    return null;
  }
  // The user who runs PostgreSQL passes through.
  await chmod(folder, 0o755);
  const filler = join(folder, "filler");
  return {
    folder,
    fill: async () => {
      for (let size = 2 ** 20; size >= 1; size = size / 16) await appendUntilFull(filler, size);
    },
    free: () => rm(filler, { force: true }),
    close: async () => {
      await run("umount", [folder]);
      await rm(folder, { recursive: true });
    },
  };
}

async function appendUntilFull(path: string, portion: number): Promise<void> {
  const bytes = Buffer.alloc(portion, "x");
  for (;;) {
    try {
      await appendFile(path, bytes);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOSPC") return;
      throw error;
    }
  }
}
