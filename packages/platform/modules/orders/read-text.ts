import { type FieldError, fieldError } from "@souk/contract";

/** Trim a text. If it is blank, add a `required` error. */
export function readText(path: string, value: string, errors: FieldError[]): string {
  const text = value.trim();
  if (text === "") errors.push(fieldError(path, "required"));
  return text;
}
