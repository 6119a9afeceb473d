import { type AnswerOf, type operations, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Call } from "../../routing/call.ts";
import { exampleOf } from "./example.ts";
import type { RenderTrial } from "./render-trial.ts";
import type { RenderedMail } from "./rendering/texts.ts";
import { selectTemplate } from "./template-store.ts";
import { templateOf } from "./templates.ts";

type TrialCall = Pick<
  Call<typeof operations.previewNotificationTemplate>,
  "store" | "params" | "body" | "signed_in"
>;

/**
 * What the texts that are sent, and otherwise those that are kept, make of an example.
 * @throws Refusal invalid naming each text that is no template, with the line at fault; those of RenderTrial
 */
export async function tryTexts(
  run: Queryable,
  { store, params, body, signed_in: { account_id } }: TrialCall,
  renderTrial: RenderTrial,
): Promise<RenderedMail> {
  const kept = templateOf(params.kind, await selectTemplate(run, store, params.kind));
  const texts = { ...kept, ...body };
  const tried = await renderTrial({ account_id, texts, variables: await exampleOf(run, store) });
  return tried.ok ? tried.mail : refuse("invalid", { fields: tried.faults });
}

/** Shows what a template makes of an example. */
export async function previewTemplate(
  run: Queryable,
  call: Call<typeof operations.previewNotificationTemplate>,
  renderTrial: RenderTrial,
): Promise<AnswerOf<typeof operations.previewNotificationTemplate>> {
  return { preview: await tryTexts(run, call, renderTrial) };
}
