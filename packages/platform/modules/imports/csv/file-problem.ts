import { toStorableText } from "../../../infrastructure/storable-text.ts";

/** The reason why a file cannot be imported, or not any further. Its message is shown to the uploader. */
export class FileProblem extends Error {
  constructor(message: string) {
    super(toStorableText(message));
    this.name = "FileProblem";
  }
}
