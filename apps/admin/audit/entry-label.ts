import { texts } from "../texts.ts";
import type { AuditEntry } from "./audit-queries.ts";

type Named = Pick<AuditEntry, "resource" | "resource_id" | "label">;

/** Return a record's label, else its id; only an order has a number sign. */
export function entryName({ resource_id, label }: Named): string {
  return label ?? texts.audit.recordId({ id: resource_id });
}

/** Return the kind of an entry's record, and the record's label or id. */
export function entryLabel(entry: Named): string {
  return `${texts.audit.resources[entry.resource]} ${entryName(entry)}`;
}
