import { getCurrentLocale } from "./locale.ts";

/** Join names into a list for a sentence, such as A, B, and C. */
export function formatList(names: readonly string[]): string {
  return new Intl.ListFormat(getCurrentLocale()).format(names);
}
