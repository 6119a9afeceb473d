declare const raw: unique symbol;

/** An answer that is JSON text already; the pipeline sends it as it is. */
export interface JsonText {
  readonly [raw]: true;
  readonly text: string;
  /** What was asked for and not done, in ASCII; the header Service-Warning says it. */
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

/** Marks text as a ready JSON answer. The caller vouches that it is JSON of the operation's answer schema. */
export function jsonText(text: string): JsonText {
  return new ReadyText(text, null) as unknown as JsonText;
}

/** The same answer with a warning; null adds none. */
export function withWarning(answer: JsonText, warning: string | null): JsonText {
  return new ReadyText(answer.text, warning ?? answer.warning) as unknown as JsonText;
}

export function isJsonText(value: unknown): value is JsonText {
  return value instanceof ReadyText;
}

/** What sign-in and sign-out do to the session cookie of their origin. */
export type SessionChange = { kind: "start"; session_id: string; expires_at: Date } | { kind: "end" };

/** An answer that also changes the session cookie. */
export class SessionAnswer<T> {
  readonly body: T;
  readonly change: SessionChange;
  constructor(body: T, change: SessionChange) {
    this.body = body;
    this.change = change;
  }
}
