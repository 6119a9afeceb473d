/** Header of a webhook. */
export interface WebhookHeader {
  name: string;
  /** Description of the header's value. */
  description: string;
  /** Sent with every webhook. */
  isAlwaysSent: boolean;
  /** Sent only on topics that carry the cause of a change (WHK-6). */
  isContextOnly: boolean;
}

const always = { isAlwaysSent: true, isContextOnly: false } as const;
const contextOnly = { isAlwaysSent: false, isContextOnly: true } as const;

/** Webhook headers in reference order (WHK-4, WHK-6; the others are decided in docs/spec/decided.md#webhooks). */
export const webhookHeaders: readonly WebhookHeader[] = [
  { name: "Service-Topic", description: "Topic of the event.", ...always },
  { name: "Service-Shop-Domain", description: "Hostname of the store.", ...always },
  {
    name: "Service-Hmac-Sha256",
    description: "HMAC-SHA256 of the exact request body, keyed with the client secret, hex-encoded.",
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
      "Handle of the app whose request caused the change, so that an app can ignore its own changes. For stock " +
      "changes of an order: the app that created, refunded, fulfilled or cancelled the order. Omitted when a " +
      "person caused the change, even on an order that an app created.",
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
      "Number of the delivery to this installation, without gaps. Request a missing number from the event log.",
    ...always,
  },
  {
    name: "Service-Replay",
    description:
      "How many times this delivery was replayed manually. Sent only with replays. Process the delivery again when " +
      "this number is new to you; all other numbers are unchanged.",
    isAlwaysSent: false,
    isContextOnly: false,
  },
];

/** Headers of a callback request (FUL-1; docs/spec/decided.md#callbacks). */
export const callbackHeaders: readonly WebhookHeader[] = webhookHeaders.filter(({ name }) =>
  ["Service-Topic", "Service-Shop-Domain", "Service-Hmac-Sha256"].includes(name),
);
