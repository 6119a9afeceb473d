const known = new WeakMap<object, Headers>();

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Remembers the headers that an answer came with, of its record too: that is what callers hand on. */
export function keepHeaders(answer: unknown, headers: Headers): void {
  if (!isObject(answer)) return;
  for (const part of [answer, ...Object.values(answer)]) if (isObject(part)) known.set(part, headers);
}

/**
 * What the platform says beside an answer, such as Service-Warning.
 * @param answer what a call answered, or the record in it, as it was answered: a copy of it has none
 */
export function headersOf(answer: unknown): Headers {
  const kept = isObject(answer) ? known.get(answer) : undefined;
  return kept ?? new Headers();
}

/** Whether nothing was done for this answer: it is that of an earlier request with the same Idempotency-Key. */
export function isReplay(answer: unknown): boolean {
  return headersOf(answer).get("idempotent-replay") === "true";
}
