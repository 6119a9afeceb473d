import type { FieldError } from "@souk/contract";

/** What is wrong with texts that are longer than they may be, counted in bytes of UTF-8 as long texts are (gaps.md, "General"). */
export function byteFaults(sent: object, limits: Readonly<Record<string, number>>): FieldError[] {
  return Object.entries(limits).flatMap(([path, most]): FieldError[] => {
    const text = (sent as Readonly<Record<string, unknown>>)[path];
    if (typeof text !== "string" || Buffer.byteLength(text) <= most) return [];
    return [{ path, message: `must have at most ${most} bytes` }];
  });
}
