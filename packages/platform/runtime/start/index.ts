export { openStorage, type Storage } from "./open-storage.ts";
export { type RunningPlatform, type RunOptions, runPlatform } from "./run-platform.ts";
export { StartError } from "./start-error.ts";
