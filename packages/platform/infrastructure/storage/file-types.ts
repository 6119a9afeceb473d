/** A file type that the files host serves. */
export interface FileType {
  type: string;
  /**
   * `everybody` may cache the file forever. A file for a `merchant` needs a signed link (`FileLinks`), is sent as
   * an attachment and is not cached.
   */
  audience: "everybody" | "merchant";
}

/**
 * The file types by filename extension. No other files are served, and browsers execute no file of these types.
 */
const fileTypes: Readonly<Record<string, FileType>> = {
  png: { type: "image/png", audience: "everybody" },
  jpg: { type: "image/jpeg", audience: "everybody" },
  webp: { type: "image/webp", audience: "everybody" },
  gif: { type: "image/gif", audience: "everybody" },
  csv: { type: "text/csv; charset=utf-8", audience: "merchant" },
  jsonl: { type: "application/jsonl; charset=utf-8", audience: "merchant" },
};

/** Return the type of a file by its path, or undefined if files of its type are not served. */
export function getFileType(path: string): FileType | undefined {
  const extension = /\.([a-z]+)$/.exec(path)?.[1] ?? "";
  return Object.hasOwn(fileTypes, extension) ? fileTypes[extension] : undefined;
}
