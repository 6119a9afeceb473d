import { type OperationResponse, type operations, throwApiError } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import type { Call } from "../../infrastructure/routing/call.ts";
import { defaultTexts } from "./defaults/default-texts.ts";
import { buildExampleVariables } from "./example-variables.ts";
import type { RenderPreview } from "./render-preview.ts";
import { type TextName, textNames } from "./rendering/texts.ts";
import { saveTemplate, selectTemplate } from "./template-store.ts";
import { toTemplate } from "./templates.ts";

type UpdateCall = Call<typeof operations.updateNotificationTemplate>;

/**
 * Validate the texts in an update by rendering them with an example order. This happens outside a transaction, because rendering may
 * wait for other previews.
 * @throws ApiError `invalid` for each text that is not a valid template, with the line of the error; `rate_limited` or
 *   `unavailable` if there are too many previews
 */
export async function validateTexts(
  db: Queryable,
  { store, params: { kind }, body, signed_in: { account_id } }: UpdateCall,
  renderPreview: RenderPreview,
): Promise<void> {
  if (textNames.every((name) => body[name] === undefined)) return;
  const texts = { ...toTemplate(kind, await selectTemplate(db, store, kind)), ...body };
  const result = await renderPreview({
    store_id: store.id,
    account_id,
    texts,
    variables: await buildExampleVariables(db, store),
  });
  // Errors in texts that are not updated are ignored, because a stored text may violate a newer rule and must not block the update.
  const fields = result.ok ? [] : result.errors.filter(({ path }) => body[path as TextName] !== undefined);
  if (fields.length > 0) throwApiError("invalid", { fields });
}

/**
 * Update a store's template with the fields in the request. The caller has validated the texts. A text that equals the default is
 * not stored, so that the template follows later changes of the default.
 */
export async function updateTemplate(
  tx: Transaction,
  { store, params: { kind }, body }: UpdateCall,
): Promise<OperationResponse<typeof operations.updateNotificationTemplate>> {
  const { is_enabled } = body;
  const changedTexts = textNames.flatMap((name) => {
    const text = body[name];
    if (text === undefined) return [];
    return [[name, text === defaultTexts[kind][name] ? null : text]];
  });
  const change = { ...Object.fromEntries(changedTexts), ...(is_enabled === undefined ? {} : { is_enabled }) };
  const isUnchanged = Object.keys(change).length === 0;
  const row = await (isUnchanged
    ? selectTemplate(tx, store, kind)
    : saveTemplate(tx, store, { kind, ...change }));
  return { notification_template: toTemplate(kind, row) };
}
