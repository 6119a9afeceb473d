import { listEventsExample } from "../examples/event.ts";
import { operation } from "../operation.ts";
import { noParams } from "../schemas/common.ts";
import { eventPage } from "../schemas/event.ts";

export const listEvents = operation({
  id: "events.list",
  surface: "4.0",
  method: "GET",
  path: "/events.json",
  caller: "token",
  scopes: [],
  params: noParams,
  query: {
    after: {
      kind: "integer",
      minimum: 0,
      description:
        "Only events with greater numbers: 0, or the `next_after` of a former answer. Left out: from the oldest that is kept.",
    },
    delivered_after: {
      kind: "integer",
      minimum: 0,
      description:
        "In place of `after`: what was sent, or is due, to this installation under greater delivery numbers.",
    },
    topics: { kind: "texts", description: "Only events of these topics." },
    limit: { kind: "limit", default: 50, description: "At most so many events, 1 to 250." },
  },
  answer: eventPage,
  refusals: ["invalid", "not_allowed", "gone"],
  summary: "Read the event log",
  description:
    "All that happened in the store, of every topic, numbered without a gap and kept for 30 days. Ask again with `next_after` as `after` " +
    "until it equals `last_sequence`: an answer may be shorter than `limit`, or empty, before the end, since it examines at most 10,000 " +
    "numbers and holds about 4 MiB of payloads. An event has its payload where this installation subscribes to its topic now and the log " +
    "kept one, which it does when a subscription wanted it as it happened; else `payload` is null, and the record can be fetched. " +
    "app/uninstall of other apps is a number without record or payload. Numbers before `oldest_sequence` are refused with `gone`. " +
    "With `delivered_after` the answer lists the deliveries of this installation by their own numbers, kept for 14 days, each with its payload and " +
    "what became of it. A number that is missing below `next_delivered_after` was left out when the app was enabled again: what happened " +
    "while it was disabled stands in the log alone.",
  badge: "decided",
  clauses: [],
  example: listEventsExample,
});
