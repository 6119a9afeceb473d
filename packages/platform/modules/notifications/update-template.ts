import { type AnswerOf, type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Call } from "../../routing/call.ts";
import { defaultTexts } from "./defaults/default-texts.ts";
import { exampleOf } from "./example.ts";
import { renderMail } from "./rendering/render-mail.ts";
import { type TextName, textNames } from "./rendering/texts.ts";
import { saveTemplate, selectTemplate } from "./template-store.ts";
import { templateOf } from "./templates.ts";

/**
 * Edits a template: only what is sent. A text that is the default's follows the default.
 * @throws Refusal invalid naming each text that is no template, with the line at fault
 */
export async function updateTemplate(
  tx: Transaction,
  { store, params, body }: Call<typeof operations.updateNotificationTemplate>,
): Promise<AnswerOf<typeof operations.updateNotificationTemplate>> {
  const { kind } = params;
  const { is_enabled } = body;
  const kept = templateOf(kind, await selectTemplate(tx, store, kind));
  const tried = renderMail({ ...kept, ...body }, await exampleOf(tx, store));
  // What was saved once may be at fault by a later rule: that hinders nobody from changing something else.
  const fields = tried.ok ? [] : tried.faults.filter(({ path }) => body[path as TextName] !== undefined);
  if (fields.length > 0) refuse("invalid", { fields });
  const sent = textNames.flatMap((name) => {
    const text = body[name];
    return text === undefined ? [] : [[name, text === defaultTexts[kind][name] ? null : text]];
  });
  const change = { ...Object.fromEntries(sent), ...(is_enabled === undefined ? {} : { is_enabled }) };
  if (Object.keys(change).length === 0) return { notification_template: kept };
  return { notification_template: templateOf(kind, await saveTemplate(tx, store, { kind, ...change })) };
}
