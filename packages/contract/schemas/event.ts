import { Type } from "typebox";
import { nullable } from "./common.ts";
import { deliveryState } from "./delivery-log.ts";

/** What an app may know of an event of the store's log. */
const event = {
  sequence: Type.Integer({ minimum: 1, description: "`Service-Event-Sequence`: its number in the log." }),
  id: nullable(Type.Integer({ description: "`Service-Event-Id`; null where the event is no longer kept." })),
  topic: Type.String(),
  resource_id: nullable(
    Type.Integer({
      description: "The record's; null where there is none, or where it concerns another app.",
    }),
  ),
  created_at: Type.String({
    format: "date-time",
    description:
      "When it happened, as `Service-Triggered-At`; ISO 8601 in the store's offset, with milliseconds.",
  }),
  context: nullable(Type.String({ description: "`Service-Webhook-Context`." })),
  trigger_by_app: nullable(Type.String({ description: "`Service-Webhook-Trigger-By-App`." })),
  payload: nullable(
    Type.Object(
      {},
      {
        description:
          "What a webhook's body says. Without the topic's read scope it holds only ids, status and timestamps.",
      },
    ),
  ),
};

const delivery = {
  delivery_sequence: Type.Integer({
    minimum: 1,
    description: "`Service-Delivery-Sequence`: the installation's own number.",
  }),
  delivery_state: deliveryState,
  webhook_id: Type.Integer({ minimum: 1, description: "`Service-Webhook-Id`: the same on every attempt." }),
};

/** A part of the event log, or of what was sent to an installation. */
export const eventPage = Type.Object({
  events: Type.Array(
    Type.Object({
      ...event,
      delivery_sequence: Type.Optional(delivery.delivery_sequence),
      delivery_state: Type.Optional(delivery.delivery_state),
      webhook_id: Type.Optional(delivery.webhook_id),
    }),
    { description: "In the order of their numbers. Those of deliveries stand only with `delivered_after`." },
  ),
  oldest_sequence: Type.Integer({
    minimum: 1,
    description: "The oldest number of the log that is kept; `last_sequence` + 1 where none is.",
  }),
  last_sequence: Type.Integer({ minimum: 0, description: "The last number of the log." }),
  next_after: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        "The last number that was examined: the next `after`. Equal to `last_sequence` at the end of the log. Only without `delivered_after`.",
    }),
  ),
  oldest_delivery_sequence: Type.Optional(
    Type.Integer({ minimum: 1, description: "The oldest number of a delivery that is kept." }),
  ),
  last_delivery_sequence: Type.Optional(
    Type.Integer({ minimum: 0, description: "The installation's last delivery number." }),
  ),
  next_delivered_after: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        "The last delivery number that was examined: the next `delivered_after`. Numbers up to it that are not shown were left out on purpose.",
    }),
  ),
});
