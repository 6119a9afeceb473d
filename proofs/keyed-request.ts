import type { Answer, ReachedPlatform } from "@souk/testkit";

/** A change that a client asks for. */
export interface KeyedRequest {
  method: "POST" | "PUT";
  path: string;
  json: object;
  /** Its Idempotency-Key; null: it is sent without one. */
  key: string | null;
}

/** Who asks where. */
export interface Caller {
  platform: ReachedPlatform;
  shop: { origin: string };
  token: string;
}

/** Sends a request once. */
export function send(
  { method, path, json, key }: KeyedRequest,
  { platform, shop, token }: Caller,
): Promise<Answer> {
  const headers = key === null ? {} : { headers: { "idempotency-key": key } };
  return platform.request(`${shop.origin}${path}`, { method, token, json, ...headers });
}
