import type { Readable } from "node:stream";

/**
 * Where files lie that people and the platform put away. A file is never changed under its path: what is new has a new path.
 * A path begins with `/`, its parts are letters, digits, `.`, `_` and `-`, and none begins with a dot.
 */
export interface FileStorage {
  /**
   * Puts a file there, whole or not at all, and only returns when it would outlast a power cut.
   * @param content the file's bytes, a stream of them, or the path of a file on this machine, which stays
   * @param type its content type
   */
  put(path: string, content: FileContent, type: string): Promise<void>;
  /** How many bytes a file has; null when there is none. */
  sizeOf(path: string): Promise<number | null>;
  /**
   * A file's bytes, of which the reader ends or destroys the stream; null when there is none.
   * @param range the first and the last byte, both within the file
   */
  read(path: string, range?: ByteRange): Promise<StoredFile | null>;
  /** Takes a file away; one that is not there is gone already. */
  remove(path: string): Promise<void>;
  /** Writes and removes a small file. @throws what keeps files from being put there */
  check(): Promise<void>;
  /** Takes away what broken writes have left, where there can be such; safe at any time. */
  tidy(): Promise<void>;
  close(): void;
}

export type FileContent = Buffer | Readable | { file: string };

export interface ByteRange {
  first: number;
  last: number;
}

export interface StoredFile {
  /** Of what the stream holds. */
  bytes: number;
  stream: Readable;
}

const longestPath = 512;
const pathShape = /^(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;

/** Whether a text is a path that a file may have. */
export function isStoragePath(text: string): boolean {
  return text.length <= longestPath && pathShape.test(text);
}

/** @throws when it is not one: nobody outside may choose paths. */
export function requireStoragePath(path: string): void {
  if (!isStoragePath(path)) throw new Error(`${JSON.stringify(path)} is no path of a stored file.`);
}
