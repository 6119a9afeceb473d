const headersByBody = new WeakMap<object, Headers>();

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Store a response's headers, so that `getHeaders` returns them for the response's body and for each record in the body. */
export function storeHeaders(response: unknown, headers: Headers): void {
  if (!isObject(response)) return;
  for (const value of [response, ...Object.values(response)])
    if (isObject(value)) headersByBody.set(value, headers);
}

/**
 * Get the headers of a response, such as Service-Warning. Returns empty headers for an unknown object.
 * @param response the response of a call, or a record in it; a copy of either is an unknown object
 */
export function getHeaders(response: unknown): Headers {
  const headers = isObject(response) ? headersByBody.get(response) : undefined;
  return headers ?? new Headers();
}

/** Return whether a response is the stored response to an earlier request with the same Idempotency-Key. */
export function isReplay(response: unknown): boolean {
  return getHeaders(response).get("idempotent-replay") === "true";
}
