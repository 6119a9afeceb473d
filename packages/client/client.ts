import { type Operation, operations } from "@souk/contract";
import { pathOf } from "./path.ts";
import { type Calls, callsOf, type Send } from "./perform.ts";

export interface ClientOptions {
  /** The shop's origin, for example https://demo.souk.example. */
  origin: string;
  /** The installation's access token. */
  token: string;
  send: Send;
}

/** `client.products.list(…)`: every operation of 3.0 and 4.0 under its id, computed from the contract. */
export type Client = Calls<Extract<(typeof operations)[keyof typeof operations], { surface: "3.0" | "4.0" }>>;

function isPublic({ surface }: Operation): boolean {
  return surface === "3.0" || surface === "4.0";
}

/**
 * A typed client of one shop.
 * @throws ApiError for every answer but 200
 */
export function createClient({ origin, token, send }: ClientOptions): Client {
  return callsOf(Object.values<Operation>(operations).filter(isPublic), {
    send,
    address: (operation, params, query) => `${origin}${pathOf(operation, params, query)}`,
    proof: ({ caller }): Record<string, string> =>
      caller === "token" ? { "service-access-token": token } : {},
  }) as Client;
}
