import type { ByteRange } from "../infrastructure/storage/file-storage.ts";

/** What a Range header requests of a file: all of it, one part, or a part outside the file. */
export type RequestedRange = { kind: "all" } | { kind: "part"; range: ByteRange } | { kind: "outside" };

/**
 * Parse a Range header. Anything except a single byte range means the whole file, as if there were no header
 * (RFC 9110, 14.2).
 * @param size the file's size in bytes
 */
export function parseRange(header: string | undefined, size: number): RequestedRange {
  // At most 15 digits, which a JavaScript number holds exactly.
  const [, firstText = "", lastText = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header ?? "") ?? [];
  if (firstText === "" && lastText === "") return { kind: "all" };
  const first = firstText === "" ? Math.max(0, size - Number(lastText)) : Number(firstText);
  const last = firstText === "" || lastText === "" ? size - 1 : Math.min(Number(lastText), size - 1);
  if (firstText !== "" && lastText !== "" && Number(lastText) < Number(firstText)) return { kind: "all" };
  return first >= size || (firstText === "" && Number(lastText) === 0)
    ? { kind: "outside" }
    : { kind: "part", range: { first, last } };
}
