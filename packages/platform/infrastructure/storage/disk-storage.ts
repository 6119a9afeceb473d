import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { chmod, type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { getErrorCode } from "@souk/database";
import type { Clock } from "../../runtime/clock.ts";
import { assertStoragePath, type FileContent, type FileStorage } from "./file-storage.ts";

/** The folder in which files are written before they are renamed to their path. No path of a stored file is in this folder. */
const temporaryFolder = ".parts";

/** A temporary file that has not been written to for this time in ms must have been left behind by a crashed process. */
const abandonedMs = 60 * 60_000;

// Exports and imports contain personal data, so other users of the machine must not read them.
const fileMode = 0o600;
const folderMode = 0o700;

const checkPath = "/storage-check.txt";

/** Create a storage that keeps files in a folder of this machine. */
export function createDiskStorage(root: string, clock: Clock): FileStorage {
  const resolvePath = (path: string): string => {
    assertStoragePath(path);
    return join(root, path);
  };
  const storage: FileStorage = {
    async put(path, content) {
      const targetPath = resolvePath(path);
      const folderPath = join(root, temporaryFolder);
      await mkdir(folderPath, { recursive: true, mode: folderMode });
      // Each call writes a separate temporary file, so that concurrent calls for the same path do not mix their content.
      const temporaryPath = join(folderPath, randomUUID());
      try {
        await writeTemporaryFile(temporaryPath, content);
        await renameDurably(temporaryPath, targetPath);
      } catch (error) {
        await rm(temporaryPath, { force: true });
        throw error;
      }
    },
    async getSize(path) {
      const stats = await nullIfMissing(stat(resolvePath(path)));
      return stats?.isFile() ? stats.size : null;
    },
    async read(path, range) {
      const file = await nullIfMissing(open(resolvePath(path), "r"));
      if (file === null) return null;
      const stats = await file.stat();
      if (!stats.isFile()) {
        await file.close();
        return null;
      }
      const { first, last } = range ?? { first: 0, last: stats.size - 1 };
      const stream =
        stats.size === 0
          ? closeAndReturnEmptyStream(file)
          : file.createReadStream({ start: first, end: last, autoClose: true });
      return { bytes: last - first + 1, stream };
    },
    async remove(path) {
      const targetPath = resolvePath(path);
      await rm(targetPath, { force: true });
      await syncFolder(dirname(targetPath)).catch((error: unknown) => {
        if (!isNotFoundError(error)) throw error;
      });
    },
    async check() {
      // An earlier release created the folder so that every user could read it, so its mode is corrected here.
      await mkdir(root, { recursive: true, mode: folderMode });
      await chmod(root, folderMode);
      await storage.put(checkPath, Buffer.from("Souk can write here.\n"), "text/plain");
      await storage.remove(checkPath);
    },
    cleanUp: () => deleteAbandonedFiles(join(root, temporaryFolder), clock),
    close() {},
  };
  return storage;
}

function closeAndReturnEmptyStream(file: FileHandle): Readable {
  void file.close();
  return Readable.from([]);
}

async function writeTemporaryFile(temporaryPath: string, content: FileContent): Promise<void> {
  const source = toStream(content);
  await pipeline(source, createWriteStream(temporaryPath, { flags: "wx", mode: fileMode, flush: true }));
}

function toStream(content: FileContent): Readable {
  if (Buffer.isBuffer(content)) return Readable.from(content.length === 0 ? [] : [content]);
  return content instanceof Readable ? content : createReadStream(content.file);
}

/**
 * Rename a temporary file to its target path, and flush the target's folder and all folders created for it, so that the file survives a
 * power failure.
 */
async function renameDurably(temporaryPath: string, targetPath: string): Promise<void> {
  const folder = dirname(targetPath);
  const topCreatedFolder = await mkdir(folder, { recursive: true, mode: folderMode });
  await rename(temporaryPath, targetPath);
  await syncFolder(folder);
  if (topCreatedFolder === undefined) return;
  // A new folder survives only if the folder that contains it is flushed too.
  let createdFolder = folder;
  while (createdFolder.length >= topCreatedFolder.length) {
    createdFolder = dirname(createdFolder);
    await syncFolder(createdFolder);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Delete from a folder all files that have not been written to for an hour. */
export async function deleteAbandonedFiles(folder: string, clock: Clock): Promise<void> {
  const names = (await nullIfMissing(readdir(folder))) ?? [];
  for (const name of names) {
    const path = join(folder, name);
    const stats = await nullIfMissing(stat(path));
    if (stats && clock.now() - stats.mtimeMs > abandonedMs) await rm(path, { force: true });
  }
}

function isNotFoundError(error: unknown): boolean {
  const code = getErrorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

async function nullIfMissing<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    if (isNotFoundError(error)) return null;
    throw error;
  }
}
