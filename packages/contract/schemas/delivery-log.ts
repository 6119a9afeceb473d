import { Type } from "typebox";
import { id, nullable } from "./common.ts";
import { utcTimestamp } from "./people.ts";
import { webhookHistory } from "./webhook.ts";

/** Health of a subscription's endpoint. All of the app's subscriptions whose URLs have the same origin share the endpoint. */
const endpointHealth = Type.Object({
  origin: Type.String(),
  state: Type.Enum(["closed", "open", "recovering"], {
    description:
      "State of the circuit breaker. `closed`: the endpoint is healthy. `open`: the endpoint is failing; deliveries are " +
      "paused and it is probed from time to time. `recovering`: deliveries continue at an increasing rate.",
  }),
  failing_since: nullable(
    Type.String({ format: "date-time", description: "Time of the first failure since the last success." }),
  ),
  last_failure: nullable(Type.String({ description: "Last error." })),
  next_probe_at: nullable(
    Type.String({ format: "date-time", description: "Time of the next probe, while `open`." }),
  ),
  rate: nullable(Type.Number({ description: "Deliveries per second, while `recovering`." })),
});

/** Webhook subscription of an installation with its delivery health, for the app's partner. */
export const installationWebhook = Type.Object({
  id,
  topic: Type.String(),
  url: Type.String(),
  created_at: utcTimestamp,
  updated_at: utcTimestamp,
  warnings: Type.Optional(Type.Array(Type.String())),
  history: Type.Optional(webhookHistory),
  lane: Type.Object({
    pending_count: Type.Integer({ description: "Number of pending deliveries, counted up to 10,000." }),
    last_success_at: nullable(utcTimestamp),
    last_failure_at: nullable(utcTimestamp),
    endpoint: nullable(endpointHealth),
  }),
});

/** Attempt to send a delivery. */
const deliveryAttempt = Type.Object({
  number: Type.Integer(),
  at: utcTimestamp,
  status: nullable(Type.Integer({ description: "HTTP status of the response." })),
  duration_ms: Type.Integer(),
  error: nullable(Type.String({ description: "Reason why there was no response." })),
  answer: nullable(Type.String({ description: "First 1 KB of the response body." })),
});

export const deliveryStates = ["pending", "delivered", "expired", "cancelled", "poison"] as const;

/** State of a delivery. */
export const deliveryState = Type.Enum([...deliveryStates], {
  description:
    "`pending`: due, or waiting for a retry. `expired`: the last attempt failed, the delivery waited too long, " +
    "or its event was deleted from the log. `cancelled`: its subscription or installation ended. `poison`: the " +
    "payload could not be built because of a platform error.",
});

/** Delivery of one event to one subscription, without its payload. */
export const installationDelivery = Type.Object({
  id: Type.Integer({ description: "Id of the delivery (`Service-Webhook-Id`)." }),
  event_id: nullable(
    Type.Integer({
      description: "Id of the event (`Service-Event-Id`); null if the event is no longer in the log.",
    }),
  ),
  topic: Type.String(),
  delivery_sequence: Type.Integer({
    description: "Delivery sequence of the installation (`Service-Delivery-Sequence`).",
  }),
  event_sequence: Type.Integer({
    description: "Sequence of the event in the store's event log (`Service-Event-Sequence`).",
  }),
  state: deliveryState,
  created_at: utcTimestamp,
  due_at: nullable(utcTimestamp),
  finished_at: nullable(utcTimestamp),
  replays: Type.Integer({
    description: "Number of manual replays (`Service-Replay`).",
  }),
  replayed_at: nullable(utcTimestamp),
  attempts: Type.Array(deliveryAttempt, { description: "Attempts, oldest first." }),
});

/** Deliveries created in one hour. */
export const deliveryHour = Type.Object({
  hour: utcTimestamp,
  succeeded: Type.Integer({
    description: "Deliveries that were created in this hour and have been delivered.",
  }),
  failed: Type.Integer({
    description: "Deliveries that were created in this hour and attempted, but have not been delivered.",
  }),
});

/** Counts of the installations and the deliveries of an app, for the list of apps. */
export const appSummary = Type.Object({
  app_id: id,
  installations: Type.Object({
    enabled: Type.Integer(),
    disabled: Type.Integer(),
    uninstalled: Type.Integer(),
  }),
  deliveries: Type.Array(deliveryHour, { description: "The last 24 hours, ending with the current hour." }),
});
