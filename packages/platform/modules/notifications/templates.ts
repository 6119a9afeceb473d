import {
  type AnswerOf,
  type NotificationKind,
  notificationKinds,
  notifications,
  type operations,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Call } from "../../routing/call.ts";
import { defaultTexts } from "./defaults/default-texts.ts";
import { selectTemplate, selectTemplates, type TemplateRow } from "./template-store.ts";

/** A mail that customers get, as a shop has it. */
export type Template = AnswerOf<typeof operations.getNotificationTemplate>["notification_template"];

/** A template as a shop has it: its own texts, and the default's where it has none. */
export function templateOf(kind: NotificationKind, row: TemplateRow | null): Template {
  const { title, description } = notifications[kind];
  const texts = defaultTexts[kind];
  const own = [row?.subject, row?.body_html, row?.body_text];
  return {
    kind,
    title,
    description,
    subject: row?.subject ?? texts.subject,
    body_html: row?.body_html ?? texts.body_html,
    body_text: row?.body_text ?? texts.body_text,
    is_enabled: row?.is_enabled ?? true,
    is_edited: own.some((text) => text !== null && text !== undefined),
    updated_at: row?.updated_at ?? null,
  };
}

/** Every mail that customers get. */
export async function listTemplates(
  run: Queryable,
  { store }: Call<typeof operations.listNotificationTemplates>,
): Promise<AnswerOf<typeof operations.listNotificationTemplates>> {
  const rows = new Map((await selectTemplates(run, store)).map((row) => [row.kind, row]));
  return {
    notification_templates: notificationKinds.map((kind) => templateOf(kind, rows.get(kind) ?? null)),
  };
}

/** One of them. */
export async function getTemplate(
  run: Queryable,
  { store, params }: Call<typeof operations.getNotificationTemplate>,
): Promise<{ notification_template: Template }> {
  return { notification_template: templateOf(params.kind, await selectTemplate(run, store, params.kind)) };
}
