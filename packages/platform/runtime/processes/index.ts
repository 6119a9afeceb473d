export { deadAfterSeconds, deleteAllProcesses, type ProcessRole, startHeartbeat } from "./heartbeat.ts";
