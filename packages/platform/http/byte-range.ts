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
  // Without a first position, as in `bytes=-5`, the number is a length: the last 5 bytes of the file.
  if (firstText === "") {
    const length = Math.min(Number(lastText), size);
    return length === 0
      ? { kind: "outside" }
      : { kind: "part", range: { first: size - length, last: size - 1 } };
  }
  const first = Number(firstText);
  const last = lastText === "" ? size - 1 : Number(lastText);
  if (lastText !== "" && last < first) return { kind: "all" };
  return first >= size
    ? { kind: "outside" }
    : { kind: "part", range: { first, last: Math.min(last, size - 1) } };
}
