import { toStorableText } from "../../../infrastructure/storable-text.ts";

/** An error because of which a file cannot be imported at all. Its message is shown to the uploader. */
export class FileProblem extends Error {
  constructor(message: string) {
    super(toStorableText(message));
    this.name = "FileProblem";
  }
}
