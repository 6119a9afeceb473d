export { type AccountEvent, type EventPosition, listAccountEvents } from "./list-account-events.ts";
export { securityModule } from "./module.ts";
export { type NewSecurityEvent, recordSecurityEvent } from "./record-security-event.ts";
