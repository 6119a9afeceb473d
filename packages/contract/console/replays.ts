import { Type } from "typebox";
import { defineOperation } from "../operation.ts";
import { id, nullable } from "../schemas/common.ts";
import { installationDelivery } from "../schemas/delivery-log.ts";

const replaying = {
  surface: "partner_console",
  auth: "session",
  scopes: [],
  method: "POST",
  query: {},
  badge: "decided",
  clauses: [],
} as const;

export const replayDelivery = defineOperation({
  ...replaying,
  id: "app_installations.replay_delivery",
  path: "/apps/:id/installations/:installation_id/deliveries/:delivery_id/replay.json",
  params: Type.Object({ id, installation_id: id, delivery_id: id }),
  response: Type.Object({ delivery: installationDelivery }),
  errors: ["not_signed_in", "not_found", "conflict", "csrf_failed", "partner_suspended"],
  summary: "Replay a delivery",
  description:
    "A delivery that waits for a retry is sent now; one that has ended is due again, whatever its state. It " +
    "keeps its id and numbers, carries `Service-Replay`, and has its own 48 hours of retries. A delivery that is " +
    "already due is left unchanged.",
});

export const replayFailedDeliveries = defineOperation({
  ...replaying,
  id: "app_installations.replay_failed",
  path: "/apps/:id/installations/:installation_id/deliveries/replay.json",
  params: Type.Object({ id, installation_id: id }),
  body: Type.Object({
    since: Type.String({
      maxLength: 40,
      description:
        "ISO 8601 time; UTC without an offset. Deliveries that expired since this time are replayed, and deliveries " +
        "that wait for a retry are sent now.",
    }),
    topic: Type.Optional(
      Type.String({ maxLength: 255, description: "Replays deliveries of this topic only." }),
    ),
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "The `next_after` of the previous response. Continues with later deliveries.",
      }),
    ),
  }),
  wrapper: "replay",
  response: Type.Object({
    replay: Type.Object({
      replayed_count: Type.Integer({ description: "Deliveries replayed by this call." }),
      next_after: nullable(
        Type.Integer({ description: "Send as `after` to continue. Null when all deliveries were examined." }),
      ),
      last: Type.Integer({ description: "Highest delivery sequence now, which `next_after` has to reach." }),
    }),
  }),
  errors: ["not_signed_in", "not_found", "invalid", "conflict", "csrf_failed", "partner_suspended"],
  summary: "Replay failed deliveries",
  description:
    "Replays at most 2,000 deliveries per call: repeat with `next_after` until it is null. Deliveries whose " +
    "subscription has ended are skipped.",
});
