import type { NotificationKind } from "@souk/contract";
import { monotonicUpdatedAt, type Queryable, type Tables, type Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";

type Row = Tables["notification_templates"];

/** The columns that a store edits, with their values in a new row. The select, the insert and the update are derived from them. */
const editableColumns = { subject: null, body_html: null, body_text: null, is_enabled: true } satisfies Omit<
  Row,
  "store_id" | "id" | "kind" | "render_error" | "render_failed_at" | "created_at" | "updated_at"
>;

type EditableName = keyof typeof editableColumns;

const editableNames = Object.keys(editableColumns) as EditableName[];

/** A template that a store has edited. A text of null means that the default text is used. */
export type TemplateRow = Pick<Row, EditableName | "kind" | "render_error"> & {
  render_failed_at: string | null;
  updated_at: string;
};

type StoreRef = Pick<Store, "id" | "timezone">;

/** Build the SQL list of a template's columns. @param zone the placeholder of the store's time zone */
function buildColumns(zone: string): string {
  const names = ["kind", ...editableNames].map((name) => `t.${name}`);
  const times = ["render_failed_at", "updated_at"].map((name) => `souk_time(t.${name}, ${zone}) as ${name}`);
  return [...names, "t.render_error", ...times].join(", ");
}

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
export type TemplateChange = { kind: NotificationKind } & Partial<Pick<Row, EditableName>>;

// Only the changed columns are set, so that simultaneous changes of different columns are not lost.
const buildAssignment = (name: EditableName) =>
  `${name} = case when '${name}' = any($5::text[]) then excluded.${name} else t.${name} end`;
const saveSql = `
  insert into notification_templates as t (store_id, kind, ${editableNames.join(", ")})
  select $1, $2, ${editableNames.map((name) => `changed.${name}`).join(", ")}
  from jsonb_populate_record(null::notification_templates, $4::jsonb) as changed
  on conflict (store_id, kind) do update set ${editableNames.map(buildAssignment).join(", ")},
    render_error = case when $6 then null else t.render_error end,
    render_failed_at = case when $6 then null else t.render_failed_at end,
    updated_at = ${monotonicUpdatedAt("t.updated_at")}
  returning ${buildColumns("$3")}`;

/** Save the changes to a store's template. Changing a text also clears the stored rendering error. */
export async function saveTemplate(
  tx: Transaction,
  { id, timezone }: StoreRef,
  { kind, ...change }: TemplateChange,
): Promise<TemplateRow | null> {
  const names = Object.keys(change);
  const changesTexts = names.some((name) => name !== "is_enabled");
  const values = [id, kind, timezone, JSON.stringify({ ...editableColumns, ...change }), names, changesTexts];
  return (await tx.maybeOne<TemplateRow>(saveSql, values)) ?? null;
}

/** Delete a store's template, so that the default is used again. */
export async function deleteTemplate(
  tx: Transaction,
  storeId: number,
  kind: NotificationKind,
): Promise<void> {
  await tx.query("delete from notification_templates where store_id = $1 and kind = $2", [storeId, kind]);
}

const saveErrorSql = `
  update notification_templates set render_error = $3, render_failed_at = $4
  where store_id = $1 and kind = $2 and (render_error is distinct from $3 or render_failed_at < $5)
    and (subject, body_html, body_text) is not distinct from ($6::text, $7::text, $8::text)`;

/** The minimum age of a stored error before the same error replaces it, so that a thousand failures cause only a few writes. */
const minErrorAgeMs = 60_000;

/** Save the error of rendering a template's texts, unless the texts have been changed since. */
export async function saveRenderError(
  db: Queryable,
  storeId: number,
  { row, error, failed_at }: { row: TemplateRow; error: string; failed_at: Date },
): Promise<void> {
  const { kind, subject, body_html, body_text } = row;
  const olderThan = new Date(failed_at.getTime() - minErrorAgeMs);
  await db.query(saveErrorSql, [storeId, kind, error, failed_at, olderThan, subject, body_html, body_text]);
}
