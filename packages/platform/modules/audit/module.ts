import { operations } from "@souk/contract";
import type { Module } from "../../infrastructure/module.ts";
import { read } from "../../infrastructure/routing/route.ts";
import { countEntries, listEntries } from "./list-entries.ts";

/** Create the module with which managers see who changed what in a store. */
export function auditModule(): Module {
  return {
    name: "audit",
    tables: ["audit_entries"],
    routes: [
      read(operations.listAuditEntries, listEntries),
      read(operations.countAuditEntries, countEntries),
    ],
  };
}
