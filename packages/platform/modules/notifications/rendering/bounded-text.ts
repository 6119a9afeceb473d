import type { Emitter } from "liquidjs";

/** The text that a template puts out, up to a limit of characters. */
export class BoundedText implements Emitter {
  readonly #most: number;
  buffer = "";

  constructor(most: number) {
    this.#most = most;
  }

  /** @throws RangeError beyond the limit */
  write(text: unknown): void {
    if (typeof text !== "string") return;
    if (this.buffer.length + text.length > this.#most)
      throw new RangeError(`this makes more than ${this.#most.toLocaleString("en")} characters`);
    this.buffer += text;
  }
}
