import { fieldRefusal } from "../settings/field-refusal.ts";
import { strings } from "./strings.ts";
import type { Draft, Texts } from "./use-draft.ts";

/** What is wrong with each text, by its name. */
export type Faults = { readonly [N in keyof Texts]?: string };

const names = ["subject", "body_html", "body_text"] as const satisfies readonly (keyof Texts)[];

/** What is wrong with the texts: one that must not be empty is, or the platform has refused them. */
export function faultsOf(texts: Texts, refusal: unknown): Faults {
  const found = names.flatMap((name) => {
    const isNeeded = name !== "body_text" && texts[name] === "";
    const fault = isNeeded ? strings.needed(strings[name].label) : fieldRefusal(refusal, name);
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
