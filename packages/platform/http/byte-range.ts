import type { ByteRange } from "../storage/file-storage.ts";

/** What a Range header asks of a file: all of it, one part, or a part that it does not have. */
export type AskedRange = { kind: "all" } | { kind: "part"; range: ByteRange } | { kind: "outside" };

/** RFC 9110, 14.2: what is no single range of bytes is ignored, and the whole file answered. */
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
