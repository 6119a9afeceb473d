import type { NotificationKind } from "@souk/contract";
import { laterThan, type Queryable, type Transaction } from "@souk/database";
import type { Store } from "../../routing/call.ts";

/** What a shop has made of a template; null: as the default has it. */
export interface TemplateRow {
  kind: string;
  subject: string | null;
  body_html: string | null;
  body_text: string | null;
  is_enabled: boolean;
  updated_at: string;
}

type Place = Pick<Store, "id" | "timezone">;

/** @param zone the placeholder of the store's time zone */
const columns = (zone: string) =>
  `t.kind, t.subject, t.body_html, t.body_text, t.is_enabled, souk_time(t.updated_at, ${zone}) as updated_at`;

/** The templates that a shop has touched. */
export async function selectTemplates(run: Queryable, { id, timezone }: Place): Promise<TemplateRow[]> {
  const text = `select ${columns("$2")} from notification_templates t where t.store_id = $1`;
  return (await run.query<TemplateRow>(text, [id, timezone])).rows;
}

/** One of them; null where the shop has not touched it. */
export async function selectTemplate(
  run: Queryable,
  { id, timezone }: Place,
  kind: NotificationKind,
): Promise<TemplateRow | null> {
  const text = `select ${columns("$3")} from notification_templates t where t.store_id = $1 and t.kind = $2`;
  return (await run.query<TemplateRow>(text, [id, kind, timezone])).rows[0] ?? null;
}

/** What is changed of a template; what is absent stays. */
export interface TemplateChange {
  kind: NotificationKind;
  subject?: string | null;
  body_html?: string | null;
  body_text?: string | null;
  is_enabled?: boolean;
}

// Of two people who change different fields at once, neither's change is lost.
const saved = (name: string) =>
  `${name} = case when '${name}' = any($8::text[]) then excluded.${name} else t.${name} end`;
const saveText = `
  insert into notification_templates as t (store_id, kind, subject, body_html, body_text, is_enabled)
  values ($1, $2, $4, $5, $6, coalesce($7, true))
  on conflict (store_id, kind) do update set ${["subject", "body_html", "body_text", "is_enabled"].map(saved).join(", ")},
    updated_at = ${laterThan("t.updated_at")}
  returning ${columns("$3")}`;

/** Writes down what a shop makes of a template. */
export async function saveTemplate(
  tx: Transaction,
  { id, timezone }: Place,
  { kind, ...change }: TemplateChange,
): Promise<TemplateRow | null> {
  const { subject = null, body_html = null, body_text = null, is_enabled = null } = change;
  const values = [id, kind, timezone, subject, body_html, body_text, is_enabled, Object.keys(change)];
  return (await tx.query<TemplateRow>(saveText, values)).rows[0] ?? null;
}

/** Forgets what a shop has made of a template. */
export async function deleteTemplate(
  tx: Transaction,
  storeId: number,
  kind: NotificationKind,
): Promise<void> {
  await tx.query("delete from notification_templates where store_id = $1 and kind = $2", [storeId, kind]);
}
