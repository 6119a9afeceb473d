import type { Emitter } from "liquidjs";

/** The output of a template, limited to a number of characters. */
export class BoundedText implements Emitter {
  readonly #max: number;
  buffer = "";

  constructor(maxLength: number) {
    this.#max = maxLength;
  }

  /** Append text to the output, and ignore a value that is not a string. @throws RangeError if the output gets too long */
  write(text: unknown): void {
    if (typeof text !== "string") return;
    if (this.buffer.length + text.length > this.#max)
      throw new RangeError(`the output has more than ${this.#max.toLocaleString("en")} characters`);
    this.buffer += text;
  }
}
