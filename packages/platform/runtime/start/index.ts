export { openServerDatabase, type ServerDatabase } from "./open-server-database.ts";
export { type RunningPlatform, type RunOptions, runPlatform } from "./run-platform.ts";
export { StartError } from "./start-error.ts";
