export { handDemoApp } from "./hand-demo-app.ts";
export { installInDemo } from "./install-in-demo.ts";
export { makeDemo } from "./make-demo.ts";
export { openStorage, type Storage } from "./open-storage.ts";
export { type RunningPlatform, type RunOptions, runPlatform } from "./run-platform.ts";
export { StartError } from "./start-error.ts";
