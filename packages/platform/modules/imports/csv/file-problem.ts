import { printable } from "../../../printable.ts";

/** The file as a whole cannot be imported; the message is a sentence for whoever sent it. */
export class FileProblem extends Error {
  constructor(message: string) {
    super(printable(message));
    this.name = "FileProblem";
  }
}
