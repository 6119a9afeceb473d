import { texts } from "../texts.ts";
import type { AuditEntry } from "./audit-queries.ts";

type EntryRecord = Pick<AuditEntry, "resource" | "resource_id" | "label">;

/** Return the label of an entry's record, or its id if it has no label. The id has no `#`, because `#` marks order numbers. */
export function getRecordName({ resource_id, label }: EntryRecord): string {
  return label ?? texts.audit.recordId({ id: resource_id });
}

/** Return the type of an entry's record followed by its label or id. */
export function getEntryLabel(entry: EntryRecord): string {
  return `${texts.audit.resources[entry.resource]} ${getRecordName(entry)}`;
}
