import { toStorableText } from "../../../infrastructure/storable-text.ts";

/** The reason why a file cannot be imported, or why its import cannot continue. The message is shown to the uploader. */
export class FileProblem extends Error {
  constructor(message: string) {
    super(toStorableText(message));
    this.name = "FileProblem";
  }
}
