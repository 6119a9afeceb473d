import type { Emitter } from "liquidjs";

/** The output of a template, up to a limit of characters. */
export class BoundedText implements Emitter {
  readonly #max: number;
  buffer = "";

  constructor(max: number) {
    this.#max = max;
  }

  /** Append text to the output. @throws RangeError beyond the limit */
  write(text: unknown): void {
    if (typeof text !== "string") return;
    if (this.buffer.length + text.length > this.#max)
      throw new RangeError(`this makes more than ${this.#max.toLocaleString("en")} characters`);
    this.buffer += text;
  }
}
