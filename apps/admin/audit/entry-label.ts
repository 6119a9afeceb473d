import type { AuditEntry } from "./audit-queries.ts";
import { strings } from "./strings.ts";

/** What an entry is about: its kind, and what the record is called or its id. */
export function entryLabel({ resource, resource_id, label }: AuditEntry): string {
  return `${strings.resources[resource] ?? resource} ${label ?? `#${resource_id}`}`;
}
