import { type Operation, operations } from "@souk/contract";
import { buildPath } from "./path.ts";
import { type Calls, createCalls, type Send } from "./perform.ts";

/** Options of `createClient`. */
export interface ClientOptions {
  /** Origin of the store, for example https://demo.souk.example. */
  origin: string;
  /** Access token of the installation. */
  token: string;
  /** Sends a request, such as the standard `fetch`. */
  send: Send;
}

/**
 * Client of the public API. It has every operation of the API versions 3.0 and 4.0 under the operation's id, such as
 * `client.products.list(…)`.
 */
export type Client = Calls<Extract<(typeof operations)[keyof typeof operations], { surface: "3.0" | "4.0" }>>;

function isPublic({ surface }: Operation): boolean {
  return surface === "3.0" || surface === "4.0";
}

/**
 * Create a typed API client for one store. The client's calls throw ApiError for every status other than 200.
 */
export function createClient({ origin, token, send }: ClientOptions): Client {
  return createCalls(Object.values<Operation>(operations).filter(isPublic), {
    send,
    buildUrl: (operation, params, query) => `${origin}${buildPath(operation, params, query)}`,
    buildAuthHeaders: ({ auth }): Record<string, string> =>
      auth === "token" ? { "service-access-token": token } : {},
  }) as Client;
}
