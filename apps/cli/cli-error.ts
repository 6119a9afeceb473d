/** A command cannot be done: the message is a sentence for the person at the keyboard. */
export class CliError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CliError";
  }
}
