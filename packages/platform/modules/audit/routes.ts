import { operations } from "@souk/contract";
import { type Route, read } from "../../routing/route.ts";
import { countEntries, listEntries } from "./list-entries.ts";

/** The console operations about who changed what. */
export function auditRoutes(): Route[] {
  return [read(operations.listAuditEntries, listEntries), read(operations.countAuditEntries, countEntries)];
}
