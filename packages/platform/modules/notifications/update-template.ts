import { type AnswerOf, type operations, refuse } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import type { Call } from "../../routing/call.ts";
import { defaultTexts } from "./defaults/default-texts.ts";
import { exampleOf } from "./example.ts";
import type { RenderTrial } from "./render-trial.ts";
import { type TextName, textNames } from "./rendering/texts.ts";
import { saveTemplate, selectTemplate } from "./template-store.ts";
import { templateOf } from "./templates.ts";

type UpdateCall = Call<typeof operations.updateNotificationTemplate>;

/**
 * Tries the texts that are sent, in no transaction: others may be trying theirs.
 * @throws Refusal invalid naming each text that is no template, with the line at fault; those of RenderTrial
 */
export async function tryUpdate(
  run: Queryable,
  { store, params: { kind }, body, signed_in: { account_id } }: UpdateCall,
  renderTrial: RenderTrial,
): Promise<void> {
  if (textNames.every((name) => body[name] === undefined)) return;
  const texts = { ...templateOf(kind, await selectTemplate(run, store, kind)), ...body };
  const tried = await renderTrial({ account_id, texts, variables: await exampleOf(run, store) });
  // What was saved once may be at fault by a later rule: that hinders nobody from changing something else.
  const fields = tried.ok ? [] : tried.faults.filter(({ path }) => body[path as TextName] !== undefined);
  if (fields.length > 0) refuse("invalid", { fields });
}

/** Edits a template by texts that were tried: only what is sent. A text that is the default's follows the default. */
export async function updateTemplate(
  tx: Transaction,
  { store, params: { kind }, body }: UpdateCall,
): Promise<AnswerOf<typeof operations.updateNotificationTemplate>> {
  const { is_enabled } = body;
  const sent = textNames.flatMap((name) => {
    const text = body[name];
    return text === undefined ? [] : [[name, text === defaultTexts[kind][name] ? null : text]];
  });
  const change = { ...Object.fromEntries(sent), ...(is_enabled === undefined ? {} : { is_enabled }) };
  const isNone = Object.keys(change).length === 0;
  const row = await (isNone ? selectTemplate(tx, store, kind) : saveTemplate(tx, store, { kind, ...change }));
  return { notification_template: templateOf(kind, row) };
}
