import { notificationLimits } from "@souk/contract";
import { getFieldError } from "../settings/field-error.ts";
import { texts } from "../texts.ts";
import type { Draft, Texts } from "./use-draft.ts";

/** The error of each text, by the text's name. */
export type TemplateErrors = { readonly [N in keyof Texts]?: string };

const names = ["subject", "body_html", "body_text"] as const satisfies readonly (keyof Texts)[];

/**
 * Return the error of one text. A text that is too long is kept as pasted: truncated, the email would lose
 * its end.
 */
function validateText(name: keyof Texts, text: string): string | null {
  const { label } = texts.notifications[name];
  if (name !== "body_text" && text === "") return texts.notifications.required({ label });
  const max = notificationLimits[name];
  return text.length > max ? texts.notifications.tooLong({ label, max, length: text.length }) : null;
}

/** Return the errors of the texts: empty though required, too long, or rejected by the platform. */
export function collectErrors(texts: Texts, error: unknown): TemplateErrors {
  const found = names.flatMap((name) => {
    const textError = validateText(name, texts[name]) ?? getFieldError(error, name);
    return textError === null ? [] : [[name, textError]];
  });
  return Object.fromEntries(found) as TemplateErrors;
}

/**
 * Return the changes that can be saved: all of them, unless one of the changed texts is invalid. Then the
 * texts stay unsaved, and only whether the email is sent at all is saved.
 */
export function soundChanges(changes: Partial<Draft>, errors: TemplateErrors): Partial<Draft> {
  if (!names.some((name) => changes[name] !== undefined && errors[name] !== undefined)) return changes;
  const { is_enabled } = changes;
  return is_enabled === undefined ? {} : { is_enabled };
}
