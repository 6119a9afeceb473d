const headersByBody = new WeakMap<object, Headers>();

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Remember the headers of a response for its body and for each record in it, since callers pass records on. */
export function rememberHeaders(response: unknown, headers: Headers): void {
  if (!isObject(response)) return;
  for (const part of [response, ...Object.values(response)])
    if (isObject(part)) headersByBody.set(part, headers);
}

/**
 * Get the headers of a response, such as Service-Warning. Empty when they are unknown.
 * @param response a call's response or the record in it; a copy of it has no headers
 */
export function getHeaders(response: unknown): Headers {
  const kept = isObject(response) ? headersByBody.get(response) : undefined;
  return kept ?? new Headers();
}

/** Check whether a response is the stored response to an earlier request with the same Idempotency-Key. */
export function isReplay(response: unknown): boolean {
  return getHeaders(response).get("idempotent-replay") === "true";
}
