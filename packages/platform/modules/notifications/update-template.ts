import { type OperationResponse, type operations, throwApiError } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import type { Call } from "../../infrastructure/routing/call.ts";
import { defaultTexts } from "./defaults/default-texts.ts";
import { buildExample } from "./example.ts";
import type { RenderTrial } from "./render-trial.ts";
import { type TextName, textNames } from "./rendering/texts.ts";
import { saveTemplate, selectTemplate } from "./template-store.ts";
import { toTemplate } from "./templates.ts";

type UpdateCall = Call<typeof operations.updateNotificationTemplate>;

/**
 * Render the sent texts outside any transaction, since others may be waiting for a trial.
 * @throws ApiError invalid naming each text that is not a valid template, with the line of the error; those
 *   of RenderTrial
 */
export async function tryUpdate(
  db: Queryable,
  { store, params: { kind }, body, signed_in: { account_id } }: UpdateCall,
  renderTrial: RenderTrial,
): Promise<void> {
  if (textNames.every((name) => body[name] === undefined)) return;
  const texts = { ...toTemplate(kind, await selectTemplate(db, store, kind)), ...body };
  const tried = await renderTrial({ account_id, texts, variables: await buildExample(db, store) });
  // A stored text may violate a later rule; that must not block changes to other texts.
  const fields = tried.ok ? [] : tried.errors.filter(({ path }) => body[path as TextName] !== undefined);
  if (fields.length > 0) throwApiError("invalid", { fields });
}

/**
 * Update the sent texts of a template, which were tried. A text that equals the default follows the default.
 */
export async function updateTemplate(
  tx: Transaction,
  { store, params: { kind }, body }: UpdateCall,
): Promise<OperationResponse<typeof operations.updateNotificationTemplate>> {
  const { is_enabled } = body;
  const sent = textNames.flatMap((name) => {
    const text = body[name];
    return text === undefined ? [] : [[name, text === defaultTexts[kind][name] ? null : text]];
  });
  const change = { ...Object.fromEntries(sent), ...(is_enabled === undefined ? {} : { is_enabled }) };
  const isNone = Object.keys(change).length === 0;
  const row = await (isNone ? selectTemplate(tx, store, kind) : saveTemplate(tx, store, { kind, ...change }));
  return { notification_template: toTemplate(kind, row) };
}
