import { createWriteStream, type WriteStream } from "node:fs";
import { finished } from "node:stream/promises";

/** Where the body of an answer is written in place of memory. */
export type FileTarget = {
  /** A file that is not there yet. */
  path: string;
  /** A longer body is cut there. */
  maxBytes: number;
};

/** A body on its way to the disk: what comes faster than the disk takes it is held back at the connection. */
export class FileSink {
  readonly #stream: WriteStream;
  readonly #written: Promise<void>;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor({ path, maxBytes }: FileTarget) {
    this.#stream = createWriteStream(path, { flags: "wx", mode: 0o600 });
    this.#written = finished(this.#stream);
    // Whoever closes it is told.
    this.#written.catch(() => {});
    this.#maxBytes = maxBytes;
  }

  get isFull(): boolean {
    return this.#bytes > this.#maxBytes;
  }

  /**
   * @param onDrained called when more may come
   * @returns false when nothing more may come until then
   */
  write(chunk: Buffer, onDrained: () => void): boolean {
    this.#bytes += chunk.length;
    if (this.isFull) return true;
    const goesOn = this.#stream.write(chunk);
    if (!goesOn) this.#stream.once("drain", onDrained);
    return goesOn;
  }

  /** @throws what kept the disk from taking it */
  async close(): Promise<void> {
    this.#stream.end();
    await this.#written;
  }
}
