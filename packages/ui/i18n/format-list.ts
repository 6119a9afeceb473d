import { currentLocale } from "./locale.ts";

/** Join names as a sentence lists them: A, B, and C. */
export function formatList(names: readonly string[]): string {
  return new Intl.ListFormat(currentLocale()).format(names);
}
