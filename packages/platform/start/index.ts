export { makeDemo } from "./make-demo.ts";
export { openStorage, type Storage, type StorageOptions } from "./open-storage.ts";
export { type RunningPlatform, type RunOptions, runPlatform } from "./run-platform.ts";
export { StartError } from "./start-error.ts";
