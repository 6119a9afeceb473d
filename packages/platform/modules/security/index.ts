export { type AccountEvent, type EventPosition, listAccountEvents } from "./list-account-events.ts";
export { securityModule } from "./module.ts";
export { recordSecurityEvent } from "./record-security-event.ts";
