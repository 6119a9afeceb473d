export { createStorage } from "./create-storage.ts";
export { removeAbandoned } from "./disk-storage.ts";
export { announceFiles, keepFiles, releaseFiles, sweepFiles } from "./file-removals.ts";
export { type FileStorage, isStoragePath } from "./file-storage.ts";
export { type FileType, getFileType } from "./file-types.ts";
