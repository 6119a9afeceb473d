export { forgetProcesses, type ProcessRole, startHeartbeat } from "./heartbeat.ts";
