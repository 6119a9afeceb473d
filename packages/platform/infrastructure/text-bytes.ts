import { type FieldError, fieldError } from "@souk/contract";

/**
 * List the errors of texts that exceed their limit, counted in bytes of UTF-8 as for all long texts
 * (docs/spec/decided.md#requests-and-responses).
 */
export function findByteLengthErrors(sent: object, limits: Readonly<Record<string, number>>): FieldError[] {
  return Object.entries(limits).flatMap(([path, max]): FieldError[] => {
    const text = (sent as Readonly<Record<string, unknown>>)[path];
    if (typeof text !== "string" || Buffer.byteLength(text) <= max) return [];
    return [fieldError(path, "too_long", { max, unit: "bytes" })];
  });
}
