/** A kind of file that the files host gives out. */
export interface FileType {
  type: string;
  /** Pictures may be kept by everybody for good; what a merchant saves is for them alone. */
  audience: "everybody" | "merchant";
}

/** By the end of their name; no other file leaves the host, and none that a browser runs. */
const fileTypes: Readonly<Record<string, FileType>> = {
  png: { type: "image/png", audience: "everybody" },
  jpg: { type: "image/jpeg", audience: "everybody" },
  webp: { type: "image/webp", audience: "everybody" },
  gif: { type: "image/gif", audience: "everybody" },
  csv: { type: "text/csv; charset=utf-8", audience: "merchant" },
  jsonl: { type: "application/jsonl; charset=utf-8", audience: "merchant" },
};

/** What a file is by its path; undefined when it is none that is given out. */
export function fileTypeOf(path: string): FileType | undefined {
  const end = /\.([a-z]+)$/.exec(path)?.[1] ?? "";
  return Object.hasOwn(fileTypes, end) ? fileTypes[end] : undefined;
}
