/**
 * The error of a server that cannot start for a reason that the operator can fix. Its message is for the operator.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartError";
  }
}
