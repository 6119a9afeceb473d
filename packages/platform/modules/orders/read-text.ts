import type { FieldError } from "@souk/contract";

/** A text that must say something, trimmed; one of blanks alone is added to the faults. */
export function readText(path: string, sent: string, faults: FieldError[]): string {
  const text = sent.trim();
  if (text === "") faults.push({ path, message: "must not be blank" });
  return text;
}
