import { type AnswerOf, type operations, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Call } from "../../routing/call.ts";
import { exampleOf } from "./example.ts";
import { renderMail } from "./rendering/render-mail.ts";
import type { RenderedMail } from "./rendering/texts.ts";
import { selectTemplate } from "./template-store.ts";
import { templateOf } from "./templates.ts";

type Trial = Pick<Call<typeof operations.previewNotificationTemplate>, "store" | "params" | "body">;

/**
 * What the texts that are sent, and otherwise those that are kept, make of an example.
 * @throws Refusal invalid naming each text that is no template, with the line at fault
 */
export async function renderTrial(run: Queryable, { store, params, body }: Trial): Promise<RenderedMail> {
  const kept = templateOf(params.kind, await selectTemplate(run, store, params.kind));
  const tried = renderMail({ ...kept, ...body }, await exampleOf(run, store));
  return tried.ok ? tried.mail : refuse("invalid", { fields: tried.faults });
}

/** Shows what a template makes of an example. */
export async function previewTemplate(
  run: Queryable,
  call: Call<typeof operations.previewNotificationTemplate>,
): Promise<AnswerOf<typeof operations.previewNotificationTemplate>> {
  return { preview: await renderTrial(run, call) };
}
