import type { ByteRange } from "../infrastructure/storage/file-storage.ts";

/** The part of a file that a Range header requests: all of it, one part, or a part that it does not have. */
export type AskedRange = { kind: "all" } | { kind: "part"; range: ByteRange } | { kind: "outside" };

/**
 * Read a Range header. Anything but a single byte range is ignored and returns the whole file (RFC 9110,
 * 14.2).
 */
export function askedRange(header: string | undefined, size: number): AskedRange {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header ?? "") ?? [];
  if (from === "" && to === "") return { kind: "all" };
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== "" && to !== "" && Number(to) < Number(from)) return { kind: "all" };
  return first >= size || (from === "" && Number(to) === 0)
    ? { kind: "outside" }
    : { kind: "part", range: { first, last } };
}
