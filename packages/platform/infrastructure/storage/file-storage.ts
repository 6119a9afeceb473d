import type { Readable } from "node:stream";

/**
 * The storage of files of people and of the platform. A file never changes under its path: new content has a
 * new path. A path begins with `/`, its parts are letters, digits, `.`, `_` and `-`, and none begins with a
 * dot.
 */
export interface FileStorage {
  /**
   * Store a file, entirely or not at all, and return only when it would outlast a power cut.
   * @param content the file's bytes, a stream of them, or the path of a file on this machine, which stays
   * @param type its content type
   */
  put(path: string, content: FileContent, type: string): Promise<void>;
  /** Return the size of a file in bytes; null when there is none. */
  getSize(path: string): Promise<number | null>;
  /**
   * Open a file's bytes as a stream, which the reader reads to its end or destroys; null when there is none.
   * @param range the first and the last byte, both within the file
   */
  read(path: string, range?: ByteRange): Promise<StoredFile | null>;
  /** Remove a file; a missing one is not an error. */
  remove(path: string): Promise<void>;
  /** Write and remove a small file. @throws the error that keeps files from being stored */
  check(): Promise<void>;
  /** Remove what broken writes have left, where that can happen; safe at any time. */
  tidy(): Promise<void>;
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

const longestPath = 512;
const pathShape = /^(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;

/** Return whether a text is a path that a file may have. */
export function isStoragePath(text: string): boolean {
  return text.length <= longestPath && pathShape.test(text);
}

/** Assert that a text is a storage path: no outsider may choose paths. @throws when it is not one */
export function assertStoragePath(path: string): void {
  if (!isStoragePath(path)) throw new Error(`${JSON.stringify(path)} is no path of a stored file.`);
}
