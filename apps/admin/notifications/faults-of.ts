import { notificationLimits } from "@souk/contract";
import { fieldRefusal } from "../settings/field-refusal.ts";
import { strings } from "./strings.ts";
import type { Draft, Texts } from "./use-draft.ts";

/** What is wrong with each text, by its name. */
export type Faults = { readonly [N in keyof Texts]?: string };

const names = ["subject", "body_html", "body_text"] as const satisfies readonly (keyof Texts)[];

/** A text is kept as it was pasted, also where it is too long: cut, it would be a mail without its end. */
function ownFault(name: keyof Texts, text: string): string | null {
  const { label } = strings[name];
  if (name !== "body_text" && text === "") return strings.needed(label);
  const most = notificationLimits[name];
  return text.length > most ? strings.tooLong(label, most, text.length) : null;
}

/** What is wrong with the texts: one that must not be empty is, one is too long, or the platform has refused them. */
export function faultsOf(texts: Texts, refusal: unknown): Faults {
  const found = names.flatMap((name) => {
    const fault = ownFault(name, texts[name]) ?? fieldRefusal(refusal, name);
    return fault === null ? [] : [[name, fault]];
  });
  return Object.fromEntries(found) as Faults;
}

/**
 * What of the changes can be saved: all of them, unless one of the texts that were changed is at fault. Then these stay where they
 * are, and whether the mail is sent at all is saved without them.
 */
export function soundChanges(changes: Partial<Draft>, faults: Faults): Partial<Draft> {
  if (!names.some((name) => changes[name] !== undefined && faults[name] !== undefined)) return changes;
  const { is_enabled } = changes;
  return is_enabled === undefined ? {} : { is_enabled };
}
