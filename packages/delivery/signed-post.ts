import { signBody, signWebhook } from "@souk/signing";
import type { SendRequest } from "./transmit.ts";

/** The data of a request from the platform to an app's server. */
export interface AppRequest {
  url: string;
  topic: string;
  /** The hostname of the store, which tells the app from which store the request comes. */
  shop: string;
  body: Uint8Array;
  /** The app's current client secret, which signs the request. */
  secret: string;
  /** The id of the message, the same on every attempt. */
  id: string;
  /** The time of the attempt. */
  sentAt: Date;
}

/**
 * Build the signed JSON request for a webhook, fulfillment request or rate callback, with the store and topic in its
 * headers. It has two signatures: the platform's own signature covers the body (WHK-5), and the signature of the Standard
 * Webhooks specification also covers the id and the time.
 */
export function buildSignedPost({ url, topic, shop, body, secret, id, sentAt }: AppRequest) {
  return {
    url,
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Service-Topic": topic,
      "Service-Shop-Domain": shop,
      "Service-Hmac-Sha256": signBody(body, secret),
      ...signWebhook(body, { id, sentAt, secret }),
    },
    body,
  } as const satisfies SendRequest;
}
