import { Type } from "typebox";
import { id, timestamp, url } from "./common.ts";

/** Progress of a subscription's history replay. */
export const webhookHistory = Type.Object(
  {
    after: Type.Integer({
      minimum: 0,
      description: "Last sequence of the event log that was delivered or skipped.",
    }),
    last_sequence: Type.Integer({
      minimum: 0,
      description: "Last sequence of the history to replay. Later events are delivered as usual.",
    }),
  },
  { description: "Present until all events requested with `replay_from` have been sent." },
);

/** Webhook subscription: one URL for one topic of one app in one store (WHK-3). */
export const webhook = Type.Object({
  id,
  topic: Type.String({ description: "Topic of the subscription." }),
  url: Type.String({ description: "HTTPS URL that receives the webhooks." }),
  created_at: timestamp,
  updated_at: timestamp,
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      description: "Warnings, for example about an unknown topic or a loopback URL.",
    }),
  ),
  history: Type.Optional(webhookHistory),
});

/** Request body of POST /webhooks.json. The topic is not validated (WHK-1). */
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
          "Replays past events of the topic before new ones, starting at this event sequence or at this time (ISO 8601, in " +
          "store time if it has no UTC offset).",
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
  uninstalled_at: timestamp,
});
