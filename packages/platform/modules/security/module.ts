import { operations } from "@souk/contract";
import type { Module } from "../../infrastructure/module.ts";
import { read } from "../../infrastructure/routing/route.ts";
import { listAllEvents, listStoreEvents } from "./list-security-events.ts";
import { logSecurityEvents, type SecurityLog } from "./log-security-events.ts";
import { recordOmittedEventCounts } from "./omitted-events.ts";

/** What the security event log needs from the platform. */
export interface SecurityDeps {
  /** The server's log. */
  log: SecurityLog;
}

/** Create the module of the security event log. Other modules record events with `recordSecurityEvent`. */
export function securityModule({ log }: SecurityDeps): Module {
  return {
    name: "security",
    tables: ["security_events", "unlogged_security_events", "security_event_counts"],
    routes: [
      read(operations.listSecurityEvents, listStoreEvents),
      read(operations.listStaffSecurityEvents, listAllEvents),
    ],
    housekeeping: [
      {
        name: "log security events",
        everyMs: 2_000,
        concurrent: true,
        run: (database, stopSignal) => logSecurityEvents(database, log, stopSignal),
      },
      {
        name: "record omitted security events",
        everyMs: 600_000,
        run: (database, stopSignal) => recordOmittedEventCounts(database, stopSignal),
      },
    ],
  };
}
