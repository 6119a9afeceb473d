export { deleteAllProcesses, type ProcessRole, startHeartbeat } from "./heartbeat.ts";
