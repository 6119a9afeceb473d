export { createStorage } from "./create-storage.ts";
export {
  createDiskReserve,
  type DiskReserve,
  type DiskSpace,
  getDiskReserve,
  readDiskSpace,
} from "./disk-reserve.ts";
export { deleteAbandonedFiles } from "./disk-storage.ts";
export { createFileLinks, type FileLinks } from "./file-links.ts";
export { keepFiles, registerPendingFiles, removeDueFiles, scheduleFileRemovals } from "./file-removals.ts";
export { type FileStorage, isStoragePath } from "./file-storage.ts";
export { type FileType, getFileType } from "./file-types.ts";
