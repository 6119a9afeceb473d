declare const raw: unique symbol;

/** A response that is already JSON text, which the pipeline sends unchanged. */
export interface JsonText {
  readonly [raw]: true;
  /** The whole text, or an empty text if the response has pieces. */
  readonly text: string;
  /**
   * Reads a response of more than 1 MiB piece by piece; null for other responses. The server reads only a few pieces at the same
   * time for one store.
   */
  readonly readPieces: ReadPieces | null;
  /** A warning in ASCII about what was not done, for the header Service-Warning. */
  readonly warning: string | null;
}

/** Reads the text of a response piece by piece. It may throw an ApiError before the first piece. */
export type ReadPieces = () => AsyncGenerator<string, void>;

class ReadyText {
  readonly text: string;
  readonly readPieces: ReadPieces | null;
  readonly warning: string | null;
  constructor(text: string, readPieces: ReadPieces | null, warning: string | null) {
    this.text = text;
    this.readPieces = readPieces;
    this.warning = warning;
  }
}

/**
 * Create a response from JSON text. The text must match the response schema of the operation.
 */
export function createJsonText(text: string): JsonText {
  return new ReadyText(text, null, null) as unknown as JsonText;
}

/** Create a response whose JSON text is read piece by piece when it is sent. */
export function createJsonPieces(readPieces: ReadPieces): JsonText {
  return new ReadyText("", readPieces, null) as unknown as JsonText;
}

/** Return the response with a warning, or unchanged if the warning is null. */
export function withWarning(response: JsonText, warning: string | null): JsonText {
  return new ReadyText(
    response.text,
    response.readPieces,
    warning ?? response.warning,
  ) as unknown as JsonText;
}

/** Return whether a use case's result is from `createJsonText` or `createJsonPieces`. */
export function isJsonText(value: unknown): value is JsonText {
  return value instanceof ReadyText;
}

/**
 * The change of the session cookie and the device cookie when a person signs in or out, or sets a password with a link. `pending`
 * means that the password was right and a code is needed, so only the cookie of a pending sign-in is set.
 */
export type SessionChange =
  | { kind: "start"; session_id: string; expires_at: Date; device_id: string }
  | { kind: "pending"; pending_id: string; expires_at: Date }
  | { kind: "remember_device"; device_id: string }
  | { kind: "end" };

/** A response that also changes the session cookie. */
export class SessionResponse<T> {
  readonly body: T;
  readonly change: SessionChange;
  constructor(body: T, change: SessionChange) {
    this.body = body;
    this.change = change;
  }
}
