import type { HttpResponse, PlatformClient } from "@souk/testkit";

/** A request of a client, which may have an Idempotency-Key. */
export interface KeyedRequest {
  method: "POST" | "PUT";
  path: string;
  json: object;
  /** The Idempotency-Key; null to send the request without one. */
  key: string | null;
}

/** The platform, the store and the access token of a request. */
export interface Caller {
  platform: PlatformClient;
  store: { origin: string };
  token: string;
}

/** Send a request once. */
export function send(
  { method, path, json, key }: KeyedRequest,
  { platform, store, token }: Caller,
): Promise<HttpResponse> {
  const headers = key === null ? {} : { headers: { "idempotency-key": key } };
  return platform.request(`${store.origin}${path}`, { method, token, json, ...headers });
}
