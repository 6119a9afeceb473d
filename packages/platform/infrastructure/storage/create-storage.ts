import type { Clock } from "../../runtime/clock.ts";
import type { StorageSettings } from "../../runtime/config/index.ts";
import { createDiskStorage } from "./disk-storage.ts";
import type { FileStorage } from "./file-storage.ts";
import { createS3Storage } from "./s3-storage.ts";

/**
 * Create the storage that is configured in the settings.
 * @param folder the folder for files of a disk storage
 */
export function createStorage(settings: StorageSettings, folder: string, clock: Clock): FileStorage {
  return settings.kind === "s3" ? createS3Storage(settings) : createDiskStorage(folder, clock);
}
