/**
 * The error of a server that cannot start for a reason that the person who starts it can fix: the message is
 * a sentence for them.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartError";
  }
}
