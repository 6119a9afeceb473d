import { Type } from "typebox";
import { operation } from "../operation.ts";
import { id, nullable } from "../schemas/common.ts";
import { installationDelivery } from "../schemas/delivery-log.ts";

const replaying = {
  surface: "partner_console",
  caller: "session",
  scopes: [],
  method: "POST",
  query: {},
  badge: "decided",
  clauses: [],
} as const;

export const replayDelivery = operation({
  ...replaying,
  id: "app_installations.replay_delivery",
  path: "/apps/:id/installations/:installation_id/deliveries/:delivery_id/replay.json",
  params: Type.Object({ id, installation_id: id, delivery_id: id }),
  answer: Type.Object({ delivery: installationDelivery }),
  refusals: ["not_signed_in", "not_found", "conflict", "csrf_failed", "partner_suspended"],
  summary: "Send a delivery anew",
  description:
    "One that waits for another attempt is tried now; one that has ended is due again, whatever became of it. It keeps its id and its " +
    "numbers, carries `Service-Replay`, and has 48 hours of its own. One that is due already is left as it is.",
});

export const replayFailedDeliveries = operation({
  ...replaying,
  id: "app_installations.replay_failed",
  path: "/apps/:id/installations/:installation_id/deliveries/replay.json",
  params: Type.Object({ id, installation_id: id }),
  body: Type.Object({
    since: Type.String({
      maxLength: 40,
      description:
        "A time in ISO 8601, in UTC without an offset. What expired since then is sent anew, and so is, at once, what waits for another attempt.",
    }),
    topic: Type.Optional(Type.String({ maxLength: 255, description: "Only deliveries of this topic." })),
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "The next_after of a former answer: goes on above it.",
      }),
    ),
  }),
  wrapper: "replay",
  answer: Type.Object({
    replay: Type.Object({
      replayed_count: Type.Integer({ description: "Sent anew by this call." }),
      next_after: nullable(
        Type.Integer({ description: "Send it as after to go on; null when all have been looked at." }),
      ),
      last: Type.Integer({ description: "The highest delivery_sequence now: how far next_after has to go." }),
    }),
  }),
  refusals: ["not_signed_in", "not_found", "invalid", "conflict", "csrf_failed", "partner_suspended"],
  summary: "Send anew what failed since a time",
  description:
    "At most 2,000 a call: call it again with next_after until that is null. Deliveries whose subscription has ended are left out.",
});
