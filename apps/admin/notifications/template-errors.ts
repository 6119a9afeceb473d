import { notificationLimits } from "@souk/contract";
import { getFieldError } from "../settings/field-error.ts";
import { texts } from "../texts.ts";
import type { Draft, TemplateTexts } from "./use-template-draft.ts";

/** The errors of a template's texts, by field name. */
export type TemplateErrors = { readonly [N in keyof TemplateTexts]?: string };

const textNames = ["subject", "body_html", "body_text"] as const satisfies readonly (keyof TemplateTexts)[];

/** Return the error of a text that is empty but required, or too long; null if it is valid. */
function validateText(name: keyof TemplateTexts, text: string): string | null {
  const { label } = texts.notifications[name];
  if (name !== "body_text" && text === "") return texts.notifications.required({ label });
  const max = notificationLimits[name];
  return text.length > max ? texts.notifications.tooLong({ label, max, length: text.length }) : null;
}

/**
 * Collect the errors of a template's texts: those that the page finds itself and those that the API returned.
 * @param apiError the error of the last request; null if it succeeded
 */
export function collectErrors(templateTexts: TemplateTexts, apiError: unknown): TemplateErrors {
  const entries = textNames.flatMap((name) => {
    const textError = validateText(name, templateTexts[name]) ?? getFieldError(apiError, name);
    return textError === null ? [] : [[name, textError]];
  });
  return Object.fromEntries(entries) as TemplateErrors;
}

/**
 * Return the changes that can be saved. If a changed text has an error, no text is saved, but turning the email on or off
 * can still be saved.
 */
export function getSavableChanges(changes: Partial<Draft>, errors: TemplateErrors): Partial<Draft> {
  const hasInvalidChange = textNames.some(
    (name) => changes[name] !== undefined && errors[name] !== undefined,
  );
  if (!hasInvalidChange) return changes;
  const { is_enabled } = changes;
  return is_enabled === undefined ? {} : { is_enabled };
}
