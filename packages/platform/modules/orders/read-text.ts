import { type FieldError, fieldError } from "@souk/contract";

/** Trim a text that must not be blank; a blank one is added to the errors. */
export function readText(path: string, sent: string, errors: FieldError[]): string {
  const text = sent.trim();
  if (text === "") errors.push(fieldError(path, "required"));
  return text;
}
