import { Type } from "typebox";
import { defineOperation } from "../operation.ts";
import { id, nullable } from "../schemas/common.ts";
import { installationDelivery } from "../schemas/delivery-log.ts";

const replayOperation = {
  surface: "partner_console",
  auth: "session",
  scopes: [],
  rights: [],
  method: "POST",
  query: {},
  definedBy: "souk",
  clauses: [],
} as const;

export const replayDelivery = defineOperation({
  ...replayOperation,
  id: "app_installations.replay_delivery",
  path: "/apps/:id/installations/:installation_id/deliveries/:delivery_id/replay.json",
  params: Type.Object({ id, installation_id: id, delivery_id: id }),
  response: Type.Object({ delivery: installationDelivery }),
  errors: ["not_signed_in", "not_found", "conflict", "csrf_failed", "partner_suspended"],
  summary: "Replay a delivery",
  description:
    "If the delivery is waiting for a retry, it is sent now. If it has ended, it is sent again, whatever its " +
    "result. A replayed delivery keeps its id and its sequence numbers, has the header `Service-Replay`, and is " +
    "retried for another 48 hours. A delivery that is already due is left unchanged.",
});

export const replayFailedDeliveries = defineOperation({
  ...replayOperation,
  id: "app_installations.replay_failed",
  path: "/apps/:id/installations/:installation_id/deliveries/replay.json",
  params: Type.Object({ id, installation_id: id }),
  body: Type.Object({
    since: Type.String({
      maxLength: 40,
      description:
        "ISO 8601 time, in UTC if it has no offset. Deliveries that expired since then are replayed, and deliveries " +
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
        Type.Integer({
          description: "Send as `after` to continue. Null if all deliveries have been examined.",
        }),
      ),
      last: Type.Integer({
        description: "Current highest delivery sequence. Compare it with `next_after` to show the progress.",
      }),
    }),
  }),
  errors: ["not_signed_in", "not_found", "invalid", "conflict", "csrf_failed", "partner_suspended"],
  summary: "Replay failed deliveries",
  description:
    "Replays at most 2,000 deliveries per call. Call again with `next_after` until it is null. Deliveries whose " +
    "subscription has ended are skipped.",
});
