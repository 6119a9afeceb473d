import type { Readable } from "node:stream";

/**
 * A storage of files. The file at a path never changes: new content gets a new path. A path begins with `/`, and its
 * segments consist of letters, digits, `.`, `_` and `-` and do not begin with a dot.
 */
export interface FileStorage {
  /**
   * Store a file completely or not at all. When the call returns, the file survives a power failure.
   * @param content the file's bytes, a stream, or the path of a local file, which is copied
   * @param type the content type
   */
  put(path: string, content: FileContent, type: string): Promise<void>;
  /** Return the size of a file in bytes, or null if it does not exist. */
  getSize(path: string): Promise<number | null>;
  /**
   * Open a file as a stream, or return null if it does not exist. The caller must read the stream to its end or destroy
   * it.
   * @param range the first and the last byte to read, both within the file
   */
  read(path: string, range?: ByteRange): Promise<StoredFile | null>;
  /** Remove a file. A missing file is not an error. */
  remove(path: string): Promise<void>;
  /** Check that files can be stored, by writing and removing a small one. @throws the error of the storage */
  check(): Promise<void>;
  /** Remove temporary files of failed writes, if the storage has any. It may be called at any time. */
  cleanUp(): Promise<void>;
  close(): void;
}

export type FileContent = Buffer | Readable | { file: string };

export interface ByteRange {
  first: number;
  last: number;
}

export interface StoredFile {
  /** The number of bytes in the stream. */
  bytes: number;
  stream: Readable;
}

const maxPathLength = 512;
const pathPattern = /^(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;

/** Return whether a text is a valid path of a stored file. */
export function isStoragePath(text: string): boolean {
  return text.length <= maxPathLength && pathPattern.test(text);
}

/** Assert that a text is a valid path of a stored file. @throws if it is not, which is a bug */
export function assertStoragePath(path: string): void {
  if (!isStoragePath(path)) throw new Error(`${JSON.stringify(path)} is not a valid path of a stored file.`);
}
