const known = new WeakMap<object, Headers>();

/** Remembers the headers that an answer came with. */
export function keepHeaders(answer: unknown, headers: Headers): void {
  if (typeof answer === "object" && answer !== null) known.set(answer, headers);
}

/**
 * What the platform says beside an answer, such as Service-Warning.
 * @param answer what a call answered, as it was answered: a part or a copy of it has none
 */
export function headersOf(answer: unknown): Headers {
  const kept = typeof answer === "object" && answer !== null ? known.get(answer) : undefined;
  return kept ?? new Headers();
}

/** Whether nothing was done for this answer: it is that of an earlier request with the same Idempotency-Key. */
export function isReplay(answer: unknown): boolean {
  return headersOf(answer).get("idempotent-replay") === "true";
}
