import type { Answer, ReachedPlatform } from "@souk/testkit";

/** A change that a client requests. */
export interface KeyedRequest {
  method: "POST" | "PUT";
  path: string;
  json: object;
  /** Its Idempotency-Key; null: it is sent without one. */
  key: string | null;
}

/** The client and the address of a request. */
export interface Caller {
  platform: ReachedPlatform;
  store: { origin: string };
  token: string;
}

/** Sends a request once. */
export function send(
  { method, path, json, key }: KeyedRequest,
  { platform, store, token }: Caller,
): Promise<Answer> {
  const headers = key === null ? {} : { headers: { "idempotency-key": key } };
  return platform.request(`${store.origin}${path}`, { method, token, json, ...headers });
}
