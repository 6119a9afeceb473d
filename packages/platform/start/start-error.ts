/** The server cannot start for a reason that the person who starts it can mend: the message is a sentence for them. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartError";
  }
}
