/** Header of a webhook request. */
export interface WebhookHeader {
  name: string;
  /** Description of the header's value. */
  description: string;
  /** True if every webhook has the header. */
  isAlwaysSent: boolean;
  /** True if only webhooks of topics with `hasContext` have the header (WHK-6). */
  isContextOnly: boolean;
}

const always = { isAlwaysSent: true, isContextOnly: false } as const;
const contextOnly = { isAlwaysSent: false, isContextOnly: true } as const;

/**
 * Webhook headers in the sequence of the reference. WHK-4 and WHK-6 define some of them. docs/spec/decided.md#webhooks
 * defines the others.
 */
export const webhookHeaders: readonly WebhookHeader[] = [
  { name: "Service-Topic", description: "Topic of the event.", ...always },
  { name: "Service-Shop-Domain", description: "Hostname of the store.", ...always },
  {
    name: "Service-Hmac-Sha256",
    description: "HMAC-SHA256 of the exact request body, keyed with the client secret, hex-encoded.",
    ...always,
  },
  {
    name: "webhook-id",
    description:
      "Id of the message. The same on every attempt; a webhook that was replayed manually has a new one. An app that " +
      "remembers the ids it has handled recognizes a repeated request.",
    ...always,
  },
  {
    name: "webhook-timestamp",
    description:
      "Time of the attempt as Unix time in seconds. Reject a request that is older than five minutes.",
    ...always,
  },
  {
    name: "webhook-signature",
    description:
      "Signature of the Standard Webhooks specification: `v1,` and the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` " +
      "in base64, keyed with the client secret. Standard Webhooks libraries take the secret as `whsec_` followed by the " +
      "client secret in base64.",
    ...always,
  },
  {
    name: "Service-Webhook-Context",
    description: "Cause of the change, for example `order/create`.",
    ...contextOnly,
  },
  {
    name: "Service-Webhook-Trigger-By-App",
    description:
      "Handle of the app whose request caused the change, so that an app can ignore its own changes. For a stock " +
      "change caused by an order, it is the app that created, refunded, fulfilled or canceled the order. Omitted if a " +
      "person caused the change, even for an order that an app created.",
    ...contextOnly,
  },
  { name: "Service-Webhook-Id", description: "Id of the delivery. The same on every attempt.", ...always },
  {
    name: "Service-Event-Id",
    description: "Id of the event. The same for every app that receives the event.",
    ...always,
  },
  { name: "Service-Attempt", description: "Number of the attempt, starting at 1.", ...always },
  { name: "Service-Triggered-At", description: "Time of the change.", ...always },
  {
    name: "Service-Event-Sequence",
    description: "Sequence number of the event in the store's event log.",
    ...always,
  },
  {
    name: "Service-Delivery-Sequence",
    description:
      "Number of the delivery to this installation, without gaps. If a number is missing, read the event from the event log.",
    ...always,
  },
  {
    name: "Service-Replay",
    description:
      "Number of times that this delivery was replayed manually. Sent only with replays. If you have not seen this " +
      "number for the delivery, process the delivery again. `Service-Webhook-Id` and the sequence numbers are unchanged, but `webhook-id` is new.",
    isAlwaysSent: false,
    isContextOnly: false,
  },
];

/** Headers of a callback request (FUL-1 and docs/spec/decided.md#callbacks). */
// The annotation `@__PURE__` lets the build of the panels leave out this list, which the panels do not use.
export const callbackHeaders: readonly WebhookHeader[] = /* @__PURE__ */ webhookHeaders.filter(({ name }) =>
  [
    "Service-Topic",
    "Service-Shop-Domain",
    "Service-Hmac-Sha256",
    "webhook-id",
    "webhook-timestamp",
    "webhook-signature",
  ].includes(name),
);
