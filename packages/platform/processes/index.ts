export { type ProcessRole, startHeartbeat } from "./heartbeat.ts";
