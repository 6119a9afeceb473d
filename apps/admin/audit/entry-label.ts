import type { AuditEntry } from "./audit-queries.ts";
import { strings } from "./strings.ts";

type Named = Pick<AuditEntry, "resource" | "resource_id" | "label">;

/** What a record was called, else its id; a number sign is an order's own. */
export function entryName({ resource_id, label }: Named): string {
  return label ?? strings.numbered(resource_id);
}

/** What an entry is about: its kind, and what the record is called or its id. */
export function entryLabel(entry: Named): string {
  return `${strings.resources[entry.resource]} ${entryName(entry)}`;
}
