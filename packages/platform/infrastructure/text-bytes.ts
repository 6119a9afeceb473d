import { type FieldError, fieldError } from "@souk/contract";

/**
 * List the errors of texts that exceed their limit in UTF-8 bytes (docs/spec/decided.md#requests-and-responses).
 */
export function findByteLengthErrors(input: object, limits: Readonly<Record<string, number>>): FieldError[] {
  return Object.entries(limits).flatMap(([path, max]): FieldError[] => {
    const text = (input as Readonly<Record<string, unknown>>)[path];
    if (typeof text !== "string" || Buffer.byteLength(text) <= max) return [];
    return [fieldError(path, "too_long", { max, unit: "bytes" })];
  });
}
