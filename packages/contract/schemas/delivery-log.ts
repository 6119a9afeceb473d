import { Type } from "typebox";
import { id, nullable } from "./common.ts";
import { dateUtc } from "./people.ts";
import { webhookHistory } from "./webhook.ts";

/** Where a subscription's URL leads, and how sending there goes: the same for all of the app's subscriptions of that origin. */
const endpointHealth = Type.Object({
  origin: Type.String(),
  state: Type.Enum(["closed", "open", "recovering"], {
    description:
      "`closed`: sent to as usual. `open`: it fails, and is only asked from time to time whether it answers again. `recovering`: sent to at a pace that grows.",
  }),
  failing_since: nullable(
    Type.String({ format: "date-time", description: "The first failure since the last success." }),
  ),
  last_failure: nullable(Type.String({ description: "What went wrong last." })),
  next_probe_at: nullable(
    Type.String({ format: "date-time", description: "When it is asked next, while it is open." }),
  ),
  rate: nullable(Type.Number({ description: "Requests a second, while it is recovering." })),
});

/** A webhook subscription of an installation as the app's partner sees it, with how sending to it goes. */
export const installationWebhook = Type.Object({
  id,
  topic: Type.String(),
  url: Type.String(),
  created_at: dateUtc,
  updated_at: dateUtc,
  warnings: Type.Optional(Type.Array(Type.String())),
  history: Type.Optional(webhookHistory),
  lane: Type.Object({
    pending_count: Type.Integer({ description: "Deliveries that wait; counted up to 10,000." }),
    last_success_at: nullable(dateUtc),
    last_failure_at: nullable(dateUtc),
    endpoint: nullable(endpointHealth),
  }),
});

/** One try to send a delivery. */
const deliveryAttempt = Type.Object({
  number: Type.Integer(),
  at: dateUtc,
  status: nullable(Type.Integer({ description: "The HTTP status that was answered." })),
  duration_ms: Type.Integer(),
  error: nullable(Type.String({ description: "Why there was no answer." })),
  answer: nullable(Type.String({ description: "The first 1 KB of the answer." })),
});

export const deliveryStates = ["pending", "delivered", "expired", "cancelled", "poison"] as const;

/** What has become of a delivery so far. */
export const deliveryState = Type.Enum([...deliveryStates], {
  description:
    "`pending`: due, or to be tried again. `expired`: the last attempt has failed, it has waited too long, or its event has left the log. `cancelled`: its subscription or the installation has ended. `poison`: it could not be made, which is our fault.",
});

/** One event on its way to one subscription, without its payload. */
export const installationDelivery = Type.Object({
  id: Type.Integer({ description: "`Service-Webhook-Id`." }),
  event_id: nullable(
    Type.Integer({ description: "`Service-Event-Id`; null once the event is no longer kept." }),
  ),
  topic: Type.String(),
  delivery_sequence: Type.Integer({
    description: "`Service-Delivery-Sequence`: the installation's own number.",
  }),
  event_sequence: Type.Integer({ description: "`Service-Event-Sequence`: the store's number." }),
  state: deliveryState,
  created_at: dateUtc,
  due_at: nullable(dateUtc),
  finished_at: nullable(dateUtc),
  replays: Type.Integer({
    description: "How often it was sent anew because somebody asked: `Service-Replay`.",
  }),
  replayed_at: nullable(dateUtc),
  attempts: Type.Array(deliveryAttempt, { description: "The first one first." }),
});

/** The deliveries that were made in an hour. */
export const deliveryHour = Type.Object({
  hour: dateUtc,
  succeeded: Type.Integer({ description: "Made in this hour and delivered." }),
  failed: Type.Integer({ description: "Made in this hour, tried, and not delivered so far." }),
});

/** How an app fares, for a list of apps. */
export const appSummary = Type.Object({
  app_id: id,
  installations: Type.Object({
    enabled: Type.Integer(),
    disabled: Type.Integer(),
    uninstalled: Type.Integer(),
  }),
  deliveries: Type.Array(deliveryHour, { description: "The last 24 hours, the present one last." }),
});
