import type { NotificationKind } from "@souk/contract";
import { monotonicUpdatedAt, type Queryable, type Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";

/** A template that a store has edited. The texts that are null are the defaults. */
export interface TemplateRow {
  kind: string;
  subject: string | null;
  body_html: string | null;
  body_text: string | null;
  is_enabled: boolean;
  updated_at: string;
}

type StoreRef = Pick<Store, "id" | "timezone">;

/** Build the SQL of a template's columns. @param zone the placeholder of the store's time zone */
const buildColumns = (zone: string) =>
  `t.kind, t.subject, t.body_html, t.body_text, t.is_enabled, souk_time(t.updated_at, ${zone}) as updated_at`;

/** Load the templates that a store has edited. */
export async function selectTemplates(db: Queryable, { id, timezone }: StoreRef): Promise<TemplateRow[]> {
  const text = `select ${buildColumns("$2")} from notification_templates t where t.store_id = $1`;
  return await db.many<TemplateRow>(text, [id, timezone]);
}

/** Load a store's template, or return null if the store has not edited it. */
export async function selectTemplate(
  db: Queryable,
  { id, timezone }: StoreRef,
  kind: NotificationKind,
): Promise<TemplateRow | null> {
  const text = `select ${buildColumns("$3")} from notification_templates t where t.store_id = $1 and t.kind = $2`;
  return (await db.maybeOne<TemplateRow>(text, [id, kind, timezone])) ?? null;
}

/** The changes to a store's template. Absent fields are not changed, and a text of null resets the text to the default. */
export interface TemplateChange {
  kind: NotificationKind;
  subject?: string | null;
  body_html?: string | null;
  body_text?: string | null;
  is_enabled?: boolean;
}

// Only the changed columns are set, so that simultaneous changes of different columns are not lost.
const buildAssignment = (name: string) =>
  `${name} = case when '${name}' = any($8::text[]) then excluded.${name} else t.${name} end`;
const saveText = `
  insert into notification_templates as t (store_id, kind, subject, body_html, body_text, is_enabled)
  values ($1, $2, $4, $5, $6, coalesce($7, true))
  on conflict (store_id, kind) do update set ${["subject", "body_html", "body_text", "is_enabled"].map(buildAssignment).join(", ")},
    updated_at = ${monotonicUpdatedAt("t.updated_at")}
  returning ${buildColumns("$3")}`;

/** Save the changes to a store's template. */
export async function saveTemplate(
  tx: Transaction,
  { id, timezone }: StoreRef,
  { kind, ...change }: TemplateChange,
): Promise<TemplateRow | null> {
  const { subject = null, body_html = null, body_text = null, is_enabled = null } = change;
  const values = [id, kind, timezone, subject, body_html, body_text, is_enabled, Object.keys(change)];
  return (await tx.maybeOne<TemplateRow>(saveText, values)) ?? null;
}

/** Delete a store's template, so that the default is used again. */
export async function deleteTemplate(
  tx: Transaction,
  storeId: number,
  kind: NotificationKind,
): Promise<void> {
  await tx.query("delete from notification_templates where store_id = $1 and kind = $2", [storeId, kind]);
}
