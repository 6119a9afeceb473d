import { signBody } from "@souk/signing";
import type { SendRequest } from "./transmit.ts";

/** What the platform says to an app's server. */
export interface AppQuestion {
  url: string;
  topic: string;
  /** The hostname of the store, which identifies it to the app. */
  shop: string;
  body: Uint8Array;
  /** The client secret that the app's requests are signed with now. */
  secret: string;
}

/** A request to an app as webhooks, fulfillment requests and rate callbacks have it: JSON, with the store named, signed. */
export function signedPost({ url, topic, shop, body, secret }: AppQuestion) {
  return {
    url,
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Service-Topic": topic,
      "Service-Shop-Domain": shop,
      "Service-Hmac-Sha256": signBody(body, secret),
    },
    body,
  } as const satisfies SendRequest;
}
