import {
  type VerifyWebhookOptions,
  verifyWebhook as verifySignature,
  type WebhookVerdict,
} from "@souk/signing";
import { readHeader, type WithHeaders } from "../network/read-header.ts";

/**
 * Verify that a webhook, fulfillment request or rate request was signed with one of the app's secrets and sent within the
 * last five minutes (WHK-11, FUL-1, Standard Webhooks).
 *
 * @param request the request, of which only the headers are read
 * @param bytes the raw body as received; a body that was parsed and serialized again may differ and fail
 * @returns the message's id, or the reason why the request is invalid. The id is the same on every attempt, so claim it in
 * a `DeliveryStore` to recognize a repeated request
 */
export function verifyWebhook(
  { headers }: WithHeaders,
  bytes: Uint8Array,
  options: VerifyWebhookOptions,
): WebhookVerdict {
  const signatureHeaders = {
    "webhook-id": readHeader(headers, "webhook-id"),
    "webhook-timestamp": readHeader(headers, "webhook-timestamp"),
    "webhook-signature": readHeader(headers, "webhook-signature"),
  };
  return verifySignature(bytes, signatureHeaders, options);
}
