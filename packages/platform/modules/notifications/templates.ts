import {
  type NotificationKind,
  notificationKinds,
  notifications,
  type OperationResponse,
  type operations,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import { countWaitingEmails, loadOwnTextUsage } from "../../infrastructure/mail/index.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { defaultTexts } from "./defaults/default-texts.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";
import { selectTemplate, selectTemplates, type TemplateRow } from "./template-store.ts";

/** The template of an email to customers. A text that the store has not edited is the default text. */
export type Template = OperationResponse<typeof operations.getNotificationTemplate>["notification_template"];

/** Build a store's template from its row, or from the defaults if the store has not edited it. */
export function toTemplate(kind: NotificationKind, row: TemplateRow | null): Template {
  const { title, description } = notifications[kind];
  const texts = defaultTexts[kind];
  const editedTexts = [row?.subject, row?.body_html, row?.body_text];
  return {
    kind,
    title,
    description,
    subject: row?.subject ?? texts.subject,
    body_html: row?.body_html ?? texts.body_html,
    body_text: row?.body_text ?? texts.body_text,
    is_enabled: row?.is_enabled ?? true,
    is_edited: editedTexts.some((text) => text !== null && text !== undefined),
    render_error: row?.render_error ?? null,
    render_failed_at: row?.render_failed_at ?? null,
    updated_at: row?.updated_at ?? null,
  };
}

/** List the templates of all emails to customers, with the email limits and how far they are used up. */
export async function listTemplates(
  db: Queryable,
  { store }: Call<typeof operations.listNotificationTemplates>,
  { clock }: Pick<NotificationsDeps, "clock">,
): Promise<OperationResponse<typeof operations.listNotificationTemplates>> {
  const rowsByKind = new Map((await selectTemplates(db, store)).map((row) => [row.kind, row]));
  const ownTextUsage = await loadOwnTextUsage(db, store.id, clock.now());
  const waiting = await countWaitingEmails(db, store.id, clock.now());
  return {
    notification_templates: notificationKinds.map((kind) => toTemplate(kind, rowsByKind.get(kind) ?? null)),
    email_limits: {
      own_text_count: ownTextUsage.sent_count,
      max_own_texts: ownTextUsage.max,
      waiting_count: waiting.count,
      waiting_until: waiting.until?.toISOString() ?? null,
    },
  };
}

/** Load a store's template. */
export async function getTemplate(
  db: Queryable,
  { store, params }: Call<typeof operations.getNotificationTemplate>,
): Promise<{ notification_template: Template }> {
  return { notification_template: toTemplate(params.kind, await selectTemplate(db, store, params.kind)) };
}
