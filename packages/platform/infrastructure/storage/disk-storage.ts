import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { getErrorCode } from "@souk/database";
import type { Clock } from "../../runtime/clock.ts";
import { assertStoragePath, type FileContent, type FileStorage } from "./file-storage.ts";

/** The folder where files are written before they have their name; no path of a stored file leads there. */
const partsFolder = ".parts";

/** The age in ms of a part, not written to since, that a dead process must have left. */
const abandonedMs = 60 * 60_000;

const checkPath = "/storage-check.txt";

/** Create a storage of files below a folder of this machine. */
export function createDiskStorage(root: string, clock: Clock): FileStorage {
  const resolvePath = (path: string): string => {
    assertStoragePath(path);
    return join(root, path);
  };
  const storage: FileStorage = {
    async put(path, content) {
      const place = resolvePath(path);
      const parts = join(root, partsFolder);
      await mkdir(parts, { recursive: true });
      // A part of its own: two who put the same file each write one, and the later name is as good as the first.
      const part = join(parts, randomUUID());
      try {
        await writeWhole(part, content);
        await nameDurably(part, place);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async getSize(path) {
      const found = await orNull(stat(resolvePath(path)));
      return found?.isFile() ? found.size : null;
    },
    async read(path, range) {
      const file = await orNull(open(resolvePath(path), "r"));
      if (file === null) return null;
      const found = await file.stat();
      if (!found.isFile()) {
        await file.close();
        return null;
      }
      const { first, last } = range ?? { first: 0, last: found.size - 1 };
      const stream =
        found.size === 0
          ? createEmptyStream(file)
          : file.createReadStream({ start: first, end: last, autoClose: true });
      return { bytes: last - first + 1, stream };
    },
    async remove(path) {
      const place = resolvePath(path);
      await rm(place, { force: true });
      await syncFolder(dirname(place)).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },
    async check() {
      await storage.put(checkPath, Buffer.from("Souk can write here.\n"), "text/plain");
      await storage.remove(checkPath);
    },
    tidy: () => removeAbandoned(join(root, partsFolder), clock),
    close() {},
  };
  return storage;
}

function createEmptyStream(file: FileHandle): Readable {
  void file.close();
  return Readable.from([]);
}

async function writeWhole(part: string, content: FileContent): Promise<void> {
  const source = contentStream(content);
  await pipeline(source, createWriteStream(part, { flags: "wx", mode: 0o644, flush: true }));
}

function contentStream(content: FileContent): Readable {
  if (Buffer.isBuffer(content)) return Readable.from(content.length === 0 ? [] : [content]);
  return content instanceof Readable ? content : createReadStream(content.file);
}

/**
 * Give a part its name so that it outlasts a power cut: the folder that holds it is flushed, and so are those
 * created for it.
 */
async function nameDurably(part: string, place: string): Promise<void> {
  const folder = dirname(place);
  const firstMade = await mkdir(folder, { recursive: true });
  await rename(part, place);
  await syncFolder(folder);
  for (let made = folder; firstMade !== undefined && made.length >= firstMade.length; made = dirname(made))
    await syncFolder(dirname(made));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Remove the files of a folder that were not written to for an hour. */
export async function removeAbandoned(folder: string, clock: Clock): Promise<void> {
  const names = (await orNull(readdir(folder))) ?? [];
  for (const name of names) {
    const path = join(folder, name);
    const found = await orNull(stat(path));
    if (found && clock.now() - found.mtimeMs > abandonedMs) await rm(path, { force: true });
  }
}

function isMissing(error: unknown): boolean {
  const code = getErrorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
