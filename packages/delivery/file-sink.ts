import { createWriteStream, type WriteStream } from "node:fs";
import { finished } from "node:stream/promises";

/** The file that a response body is written to. */
export type FileTarget = {
  /** The path of the file, which must not exist yet. */
  path: string;
  /** The maximum number of bytes written; a longer body is truncated. */
  maxBytes: number;
};

/** Writes a response body to a file, with backpressure on the connection. */
export class FileSink {
  readonly #stream: WriteStream;
  readonly #whenFinished: Promise<void>;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor({ path, maxBytes }: FileTarget) {
    this.#stream = createWriteStream(path, { flags: "wx", mode: 0o600 });
    this.#whenFinished = finished(this.#stream);
    // The error is thrown by `close`.
    this.#whenFinished.catch(() => {});
    this.#maxBytes = maxBytes;
  }

  /** Whether the body is longer than `maxBytes`. */
  get isOverLimit(): boolean {
    return this.#bytes > this.#maxBytes;
  }

  /**
   * Write a chunk to the file. The chunk that exceeds `maxBytes` and all later chunks are discarded.
   *
   * @param onDrained called when more may be written
   * @returns false if the caller must wait for `onDrained`
   */
  write(chunk: Buffer, onDrained: () => void): boolean {
    this.#bytes += chunk.length;
    if (this.isOverLimit) return true;
    const canContinue = this.#stream.write(chunk);
    if (!canContinue) this.#stream.once("drain", onDrained);
    return canContinue;
  }

  /** Close the file. @throws the error of a failed write */
  async close(): Promise<void> {
    this.#stream.end();
    await this.#whenFinished;
  }
}
