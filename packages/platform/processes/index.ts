export { type Heartbeat, type HeartbeatOptions, type ProcessRole, startHeartbeat } from "./heartbeat.ts";
