import { Type } from "typebox";
import { nullable } from "./common.ts";
import { deliveryState } from "./delivery-log.ts";

/** Fields of an event of the store's event log, as an app reads it. */
const eventFields = {
  sequence: Type.Integer({
    minimum: 1,
    description: "Sequence of the event in the log (`Service-Event-Sequence`).",
  }),
  id: nullable(
    Type.Integer({
      description: "Id of the event (`Service-Event-Id`); null if the event is no longer in the log.",
    }),
  ),
  topic: Type.String({ description: "Topic of the event." }),
  resource_id: nullable(
    Type.Integer({
      description: "Id of the record; null if the event has no record or concerns another app.",
    }),
  ),
  created_at: Type.String({
    format: "date-time",
    description:
      "Time of the event (`Service-Triggered-At`). ISO 8601 in the store's UTC offset, with milliseconds.",
  }),
  context: nullable(Type.String({ description: "Cause of the change (`Service-Webhook-Context`)." })),
  trigger_by_app: nullable(
    Type.String({
      description: "Handle of the app that caused the change (`Service-Webhook-Trigger-By-App`).",
    }),
  ),
  payload: nullable(
    Type.Object(
      {},
      {
        description:
          "Body of the webhook. If the app does not have the topic's read scope, the payload contains only ids, status and " +
          "timestamps.",
      },
    ),
  ),
};

/** Fields of an event's delivery to the installation. */
const deliveryFields = {
  delivery_sequence: Type.Integer({
    minimum: 1,
    description: "Delivery sequence of the installation (`Service-Delivery-Sequence`).",
  }),
  delivery_state: deliveryState,
  webhook_id: Type.Integer({
    minimum: 1,
    description: "Id of the delivery, the same on every attempt (`Service-Webhook-Id`).",
  }),
};

/** Page of the event log, or of the deliveries to an installation. */
export const eventPage = Type.Object({
  events: Type.Array(
    Type.Object({
      ...eventFields,
      delivery_sequence: Type.Optional(deliveryFields.delivery_sequence),
      delivery_state: Type.Optional(deliveryFields.delivery_state),
      webhook_id: Type.Optional(deliveryFields.webhook_id),
    }),
    {
      description:
        "Events, sorted by sequence. `delivery_sequence`, `delivery_state` and `webhook_id` are present only with " +
        "`delivered_after`.",
    },
  ),
  oldest_sequence: Type.Integer({
    minimum: 1,
    description: "Oldest sequence in the log; `last_sequence` + 1 if the log is empty.",
  }),
  last_sequence: Type.Integer({ minimum: 0, description: "Last sequence of the log." }),
  next_after: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        "Last sequence that was examined. Send it as `after` in the next request. Equals `last_sequence` at the end of " +
        "the log. Omitted with `delivered_after`.",
    }),
  ),
  oldest_delivery_sequence: Type.Optional(
    Type.Integer({ minimum: 1, description: "Oldest delivery sequence that is still available." }),
  ),
  last_delivery_sequence: Type.Optional(
    Type.Integer({ minimum: 0, description: "Last delivery sequence of the installation." }),
  ),
  next_delivered_after: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        "Last delivery sequence that was examined. Send it as `delivered_after` in the next request. Delivery sequences " +
        "up to this one that are missing in `events` were skipped intentionally.",
    }),
  ),
});
