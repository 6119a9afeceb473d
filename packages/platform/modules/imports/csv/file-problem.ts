import { toStorableText } from "../../../infrastructure/storable-text.ts";

/** An error about the file as a whole, which cannot be imported; the message is a sentence for the sender. */
export class FileProblem extends Error {
  constructor(message: string) {
    super(toStorableText(message));
    this.name = "FileProblem";
  }
}
