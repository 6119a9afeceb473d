import type { Clock } from "../../runtime/clock.ts";
import type { StorageSettings } from "../../runtime/config/index.ts";
import type { DiskReserve } from "./disk-reserve.ts";
import { createDiskStorage } from "./disk-storage.ts";
import type { FileStorage } from "./file-storage.ts";
import { guardDiskReserve } from "./guard-disk-reserve.ts";
import { createS3Storage } from "./s3-storage.ts";

/**
 * Create the storage that is configured in the settings.
 * @param disk.folder the folder for files of a disk storage
 * @param disk.reserve keeps some space free on the disk that the folder is on
 */
export function createStorage(
  settings: StorageSettings,
  disk: { folder: string; reserve: DiskReserve },
  clock: Clock,
): FileStorage {
  return settings.kind === "s3"
    ? createS3Storage(settings)
    : guardDiskReserve(createDiskStorage(disk.folder, clock), disk.reserve);
}
