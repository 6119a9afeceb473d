import { type OperationResponse, type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Call } from "../../infrastructure/routing/call.ts";
import { buildExample } from "./example.ts";
import type { RenderTrial } from "./render-trial.ts";
import type { RenderedEmail } from "./rendering/texts.ts";
import { selectTemplate } from "./template-store.ts";
import { toTemplate } from "./templates.ts";

type TrialCall = Pick<
  Call<typeof operations.previewNotificationTemplate>,
  "store" | "params" | "body" | "signed_in"
>;

/**
 * Render the sent texts, or else the stored ones, with an example.
 * @throws ApiError invalid naming each text that is not a valid template, with the line of the error; those
 *   of RenderTrial
 */
export async function tryTexts(
  db: Queryable,
  { store, params, body, signed_in: { account_id } }: TrialCall,
  renderTrial: RenderTrial,
): Promise<RenderedEmail> {
  const kept = toTemplate(params.kind, await selectTemplate(db, store, params.kind));
  const texts = { ...kept, ...body };
  const tried = await renderTrial({ account_id, texts, variables: await buildExample(db, store) });
  return tried.ok ? tried.mail : throwApiError("invalid", { fields: tried.errors });
}

/** Render a template with an example. */
export async function previewTemplate(
  db: Queryable,
  call: Call<typeof operations.previewNotificationTemplate>,
  renderTrial: RenderTrial,
): Promise<OperationResponse<typeof operations.previewNotificationTemplate>> {
  return { preview: await tryTexts(db, call, renderTrial) };
}
