import { statfs } from "node:fs/promises";
import { throwApiError } from "@souk/contract";

/** The free space in bytes below which no upload is accepted, so that PostgreSQL can write on the same disk. */
const minFreeBytes = 1024 * 1024 * 1024;
/** On a small disk, this share of it is kept free instead. */
const minFreeShare = 0.05;

/** The size of a disk, and the free space on it that this process can use, in bytes. */
export interface DiskSpace {
  size: number;
  free: number;
}

/** Read the space of the disk that a folder is on. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { size: blocks * bsize, free: bavail * bsize };
}

/** Compute the space in bytes that must stay free on a disk of this size. */
export function getDiskReserve(size: number): number {
  return Math.min(minFreeBytes, size * minFreeShare);
}

/** Assert that a file can be stored without using the space that must stay free. @throws ApiError `storage_full` */
function assertDiskSpace({ size, free }: DiskSpace, fileBytes: number): void {
  if (free - fileBytes < getDiskReserve(size)) throwApiError("storage_full");
}

/** Keeps a reserve of free space on the disk on which this process writes files. */
export interface DiskReserve {
  /**
   * Run `write`, unless a file of this size would use the reserve. Until `write` ends, the size does not count as free for other
   * writers of this process.
   * @param fileBytes the size of the file in bytes, or its maximum if the size is unknown
   * @throws ApiError `storage_full` if this file and the files that are being written would use the reserve of the disk
   */
  writeWithinReserve<T>(fileBytes: number, write: () => Promise<T>): Promise<T>;
}

/** Create the `DiskReserve` of a disk. A process creates only one, because all writers share it. */
export function createDiskReserve(readSpace: () => Promise<DiskSpace>): DiskReserve {
  let pendingBytes = 0;
  return {
    async writeWithinReserve(fileBytes, write) {
      const { size, free } = await readSpace();
      // guard concurrent-writers: with `free` instead of `free - pendingBytes`, disk-reserve.test.ts fails
      assertDiskSpace({ size, free: free - pendingBytes }, fileBytes);
      pendingBytes += fileBytes;
      try {
        return await write();
      } finally {
        pendingBytes -= fileBytes;
      }
    },
  };
}
