import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { DiskReserve } from "./disk-reserve.ts";
import type { FileContent, FileStorage } from "./file-storage.ts";

/** Return the storage with a `put` that rejects a file with `storage_full` before it would use the reserve of the disk. */
export function guardDiskReserve(storage: FileStorage, reserve: DiskReserve): FileStorage {
  return {
    ...storage,
    async put(path, content, type) {
      if (content instanceof Readable)
        return storage.put(path, Readable.from(checkChunks(content, reserve), { objectMode: true }), type);
      return reserve.writeWithinReserve(await getSize(content), () => storage.put(path, content, type));
    },
  };
}

async function getSize(content: Exclude<FileContent, Readable>): Promise<number> {
  return Buffer.isBuffer(content) ? content.length : (await stat(content.file)).size;
}

/** Yield the chunks of a file whose size is not known, and assert before each chunk that the disk has space for it. */
async function* checkChunks(chunks: Readable, reserve: DiskReserve): AsyncGenerator<Buffer> {
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    // The chunk is written later. This only asserts that it fits.
    await reserve.writeWithinReserve(chunk.length, async () => undefined);
    yield chunk;
  }
}
