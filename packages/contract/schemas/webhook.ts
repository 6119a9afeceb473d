import { Type } from "typebox";
import { dateOut, id, url } from "./common.ts";

/** How far the history of a subscription is. */
export const webhookHistory = Type.Object(
  {
    after: Type.Integer({
      minimum: 0,
      description: "The last number of the event log whose event has become a delivery, or was left out.",
    }),
    last_sequence: Type.Integer({
      minimum: 0,
      description: "The last number of the log, where history ends and the present begins.",
    }),
  },
  { description: "Only until all events that `replay_from` asked for are on their way." },
);

/** A subscription: one URL for one topic of one app in one store (WHK-3). */
export const webhook = Type.Object({
  id,
  topic: Type.String(),
  url: Type.String(),
  created_at: dateOut,
  updated_at: dateOut,
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      description: "Something worth a look: an unknown topic, a loopback address.",
    }),
  ),
  history: Type.Optional(webhookHistory),
});

/** Body of POST /webhooks.json; the topic is not validated (WHK-1). */
export const webhookCreate = Type.Object({
  topic: Type.String({ minLength: 1, maxLength: 255 }),
  url,
  replay_from: Type.Optional(
    Type.Union(
      [
        Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
        Type.String({ minLength: 1, maxLength: 64 }),
      ],
      {
        description:
          "Sends history first: the topic's events from this number of the event log on, or from this time (ISO 8601; without an offset in the store's time).",
      },
    ),
  ),
});

export const webhookUpdate = Type.Object({ url });

/** Payload of app/uninstall (INS-16). */
export const uninstallNotice = Type.Object({
  success: Type.Literal(true),
  shop: Type.String(),
  client_id: Type.String(),
  uninstalled_at: dateOut,
});
