import { listEventsExample } from "../examples/event.ts";
import { defineOperation } from "../operation.ts";
import { noParams } from "../schemas/common.ts";
import { eventPage } from "../schemas/event.ts";

export const listEvents = defineOperation({
  id: "events.list",
  surface: "4.0",
  method: "GET",
  path: "/events.json",
  auth: "token",
  scopes: [],
  rights: [],
  params: noParams,
  query: {
    after: {
      kind: "integer",
      minimum: 0,
      description:
        "Returns events with a sequence greater than this. Send 0 or the `next_after` of the previous response. Omit it to " +
        "start at the oldest available event.",
    },
    delivered_after: {
      kind: "integer",
      minimum: 0,
      description:
        "Use instead of `after`. Returns this installation's deliveries with a delivery sequence greater than this.",
    },
    topics: {
      kind: "texts",
      description: "Returns events of these topics only. Comma-separated topic names.",
    },
    limit: { kind: "limit", default: 50, description: "Maximum number of events to return, from 1 to 250." },
  },
  response: eventPage,
  errors: ["invalid", "not_allowed", "gone"],
  summary: "List events",
  description:
    "Returns the store's event log: every event of every topic, numbered without gaps and kept for 30 days. " +
    "Request again with `next_after` as `after` until it equals `last_sequence`. A response can be shorter than " +
    "`limit`, or empty, before the end, because one request examines at most 10,000 events and returns about 4 " +
    "MiB of payloads. `payload` is returned only if this installation is currently subscribed to the topic, and if " +
    "any app of the store was subscribed to the topic when the event happened. Otherwise `payload` is null; fetch the " +
    "record instead. An `app/uninstall` event of another app has neither a `resource_id` nor a `payload`. If `after` " +
    "is older than `oldest_sequence`, the request is rejected with 410 (`gone`). With `delivered_after`, the " +
    "response lists this installation's deliveries of the last 14 days by delivery sequence, each with its " +
    "payload and state. If a delivery sequence up to `next_delivered_after` is missing, its delivery was skipped when " +
    "the app was enabled again. The event log contains the events that occurred while the app was disabled.",
  definedBy: "souk",
  clauses: [],
  example: listEventsExample,
});
