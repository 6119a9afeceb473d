declare const raw: unique symbol;

/** A response that is JSON text already; the pipeline sends it unchanged. */
export interface JsonText {
  readonly [raw]: true;
  readonly text: string;
  /** The requested action that was not done, in ASCII, for the header Service-Warning. */
  readonly warning: string | null;
}

class ReadyText {
  readonly text: string;
  readonly warning: string | null;
  constructor(text: string, warning: string | null) {
    this.text = text;
    this.warning = warning;
  }
}

/**
 * Mark a text as a ready JSON response. The caller vouches that it is JSON of the operation's response
 * schema.
 */
export function jsonText(text: string): JsonText {
  return new ReadyText(text, null) as unknown as JsonText;
}

/** Return the response with a warning added; null adds none. */
export function withWarning(answer: JsonText, warning: string | null): JsonText {
  return new ReadyText(answer.text, warning ?? answer.warning) as unknown as JsonText;
}

export function isJsonText(value: unknown): value is JsonText {
  return value instanceof ReadyText;
}

/** The change that sign-in or sign-out makes to the session cookie of its origin. */
export type SessionChange = { kind: "start"; session_id: string; expires_at: Date } | { kind: "end" };

/** A response that also changes the session cookie. */
export class SessionAnswer<T> {
  readonly body: T;
  readonly change: SessionChange;
  constructor(body: T, change: SessionChange) {
    this.body = body;
    this.change = change;
  }
}
