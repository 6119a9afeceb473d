import type { Mutant } from "./mutant.ts";

const events = "packages/platform/events";
const modules = "packages/platform/modules";

/** The guards of what apps read of the event log, and of the history that they are sent. */
export const eventLogMutants: readonly Mutant[] = [
  {
    name: "history-joined-under-lock",
    edits: [
      {
        file: `${events}/fan-out-history.ts`,
        search: "left <= most.events ? await lockEventHead(tx, store_id, true) : null",
        replacement: "left < 0 ? await lockEventHead(tx, store_id, true) : null",
      },
      {
        file: `${events}/fan-out-history.ts`,
        search: "head !== null && upTo >= head",
        replacement: "upTo >= held.last_sequence",
      },
    ],
    tests: [`${events}/history.test.ts`],
    pattern: "before anything new",
  },
  {
    name: "history-before-new",
    edits: [
      {
        file: `${events}/number-events.ts`,
        search: "({ in_history }) => !in_history",
        replacement: "({ in_history }) => in_history !== undefined",
      },
    ],
    tests: [`${events}/history.test.ts`],
    pattern: "before anything new",
  },
  {
    name: "uninstall-has-no-history",
    edits: [
      {
        file: `${modules}/subscriptions/subscribe.ts`,
        search: "topic === uninstallTopic ? null : history_after",
        replacement: 'topic === "" ? null : history_after',
      },
    ],
    tests: [`${modules}/subscriptions/replay-from.test.ts`],
    pattern: "removal in the past",
  },
  {
    name: "log-reduced",
    edits: [
      {
        file: `${modules}/events/event-text.ts`,
        search: "reduced: !opensPayload(topic, scopes)",
        replacement: 'reduced: topic === ""',
      },
    ],
    tests: [`${modules}/events/events.test.ts`],
    pattern: "without the scope",
  },
  {
    name: "log-hides-removals",
    edits: [
      {
        file: `${modules}/events/log-store.ts`,
        search: "hook.id is not null and (e.topic <>",
        replacement: "hook.id is not null and (e.topic <> '' or e.topic <>",
      },
    ],
    tests: [`${modules}/events/events.test.ts`],
    pattern: "removal of another app",
  },
];
