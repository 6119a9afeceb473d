import { signBody } from "@souk/signing";
import type { SendRequest } from "./transmit.ts";

/** The data of a request from the platform to an app's server. */
export interface AppRequest {
  url: string;
  topic: string;
  /** The hostname of the store, which identifies it to the app. */
  shop: string;
  body: Uint8Array;
  /** The app's current client secret, which signs the request. */
  secret: string;
}

/**
 * Build the signed JSON request for a webhook, fulfillment request or rate callback, with the store and topic in its
 * headers.
 */
export function buildSignedPost({ url, topic, shop, body, secret }: AppRequest) {
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
