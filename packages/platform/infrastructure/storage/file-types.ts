/** A type of file that the files host serves. */
export interface FileType {
  type: string;
  /** Everybody may cache images forever; a file that a merchant saves is for that merchant alone. */
  audience: "everybody" | "merchant";
}

/**
 * The served types by the ending of the name; no other file leaves the host, and none that a browser runs.
 */
const fileTypes: Readonly<Record<string, FileType>> = {
  png: { type: "image/png", audience: "everybody" },
  jpg: { type: "image/jpeg", audience: "everybody" },
  webp: { type: "image/webp", audience: "everybody" },
  gif: { type: "image/gif", audience: "everybody" },
  csv: { type: "text/csv; charset=utf-8", audience: "merchant" },
  jsonl: { type: "application/jsonl; charset=utf-8", audience: "merchant" },
};

/** Return the type of a file by its path; undefined when it is not served. */
export function getFileType(path: string): FileType | undefined {
  const end = /\.([a-z]+)$/.exec(path)?.[1] ?? "";
  return Object.hasOwn(fileTypes, end) ? fileTypes[end] : undefined;
}
