/** A header that a webhook carries. */
export interface WebhookHeader {
  name: string;
  /** What it holds. */
  value: string;
  /** On every webhook. */
  always: boolean;
  /** Only on the topics that carry the cause of a change (WHK-6). */
  withContext: boolean;
}

const always = { always: true, withContext: false } as const;
const withContext = { always: false, withContext: true } as const;

/** The headers of a webhook, in the order in which they are explained (WHK-4, WHK-6; the others are decided in gaps.md). */
export const webhookHeaders: readonly WebhookHeader[] = [
  { name: "Service-Topic", value: "The topic.", ...always },
  { name: "Service-Shop-Domain", value: "The shop's hostname.", ...always },
  {
    name: "Service-Hmac-Sha256",
    value: "HMAC-SHA256 of the body's exact bytes, keyed with the client secret, in hexadecimal.",
    ...always,
  },
  {
    name: "Service-Webhook-Context",
    value: "What caused the change, for example `order/create`.",
    ...withContext,
  },
  {
    name: "Service-Webhook-Trigger-By-App",
    value:
      "The handle of the app whose request caused it, so that an app can leave out its own changes: of an order's stock the app " +
      "that placed, refunded, sent or cancelled it. Left out when people did, also with an order that an app placed.",
    ...withContext,
  },
  { name: "Service-Webhook-Id", value: "The delivery; the same on every attempt.", ...always },
  { name: "Service-Event-Id", value: "The event; the same for every app that is told of it.", ...always },
  { name: "Service-Attempt", value: "1 for the first attempt.", ...always },
  { name: "Service-Triggered-At", value: "When the change happened.", ...always },
  { name: "Service-Event-Sequence", value: "The number of the event in the store's log.", ...always },
  {
    name: "Service-Delivery-Sequence",
    value: "The number of the delivery to this installation, without gaps: a missing one can be asked for.",
    ...always,
  },
  {
    name: "Service-Replay",
    value:
      "How often somebody asked for this delivery to be sent anew: only when they did. Handle it anew when this number is new to you; the other numbers stay as they were.",
    always: false,
    withContext: false,
  },
];

/** The headers of a question that an app answers at once (FUL-1; gaps.md, "curls"). */
export const questionHeaders: readonly WebhookHeader[] = webhookHeaders.filter(({ name }) =>
  ["Service-Topic", "Service-Shop-Domain", "Service-Hmac-Sha256"].includes(name),
);
