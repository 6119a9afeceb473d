import type { Mutant } from "./mutant.ts";

const delivery = "packages/delivery";

/** The guards that keep one endpoint from hurting others, and an endpoint that is down from being hurt. */
export const endpointMutants: readonly Mutant[] = [
  {
    name: "one-sender",
    edits: [
      {
        file: `${delivery}/take-lanes.ts`,
        search: "(e.owner is null or e.owner = $2 or e.leased_until <= (select now from moment))",
        replacement: "(e.id is not null)",
      },
    ],
    tests: [`${delivery}/endpoint-lanes.test.ts`],
  },
  {
    name: "width",
    edits: [
      {
        file: `${delivery}/turn-order.ts`,
        search: "line.lanes.size > 0 && line.underWay < this.#widths.endpoint",
        replacement: "line.lanes.size > 0",
      },
    ],
    tests: [`${delivery}/turn-order.test.ts`],
  },
  {
    name: "breaker",
    edits: [
      {
        file: `${delivery}/breaker.ts`,
        search: "failures >= failuresToOpen && failingMs >= failingMsToOpen",
        replacement: "failures < 0",
      },
    ],
    tests: [`${delivery}/breaker.test.ts`],
  },
  {
    name: "breaker-at-send",
    edits: [
      {
        file: `${delivery}/turn-order.ts`,
        search: "if (waitMs === 0) return true;",
        replacement: "if (waitMs >= 0) return true;",
      },
    ],
    tests: [`${delivery}/turn-order.test.ts`],
  },
  {
    name: "pace-after-refusal",
    edits: [
      {
        file: `${delivery}/pace.ts`,
        search: "this.#rate = Math.max(paceRates.least, this.#rate * cutTo);",
        replacement: "this.#rate = Math.max(paceRates.least, this.#rate);",
      },
    ],
    tests: [`${delivery}/pace.test.ts`],
    pattern: "P17",
  },
  {
    name: "queue-in-order",
    edits: [
      {
        file: `${delivery}/take-lanes.ts`,
        search: "order by lanes.queued_at, lanes.id limit",
        replacement: "order by lanes.id limit",
      },
    ],
    tests: [`${delivery}/endpoint-lanes.test.ts`],
  },
  {
    name: "turn-at-a-slow-pace",
    edits: [
      {
        file: `${delivery}/delivery-engine.ts`,
        search: "endpoint.queued && hadTurn &&",
        replacement: "endpoint.queued && (hadTurn || true) &&",
      },
    ],
    tests: [`${delivery}/slow-endpoints.test.ts`],
    pattern: "slow pace",
  },
  {
    name: "event-that-left-the-log",
    edits: [
      {
        file: `${delivery}/attempt.ts`,
        search: "if (payload === undefined) return",
        replacement: "if (payload === undefined && url === undefined) return",
      },
    ],
    tests: [`${delivery}/delivery-answers.test.ts`],
    pattern: "has left the log",
  },
  {
    name: "replay-of-what-is-due",
    edits: [
      {
        file: `${delivery}/replay.ts`,
        search: "const notDue = \"d.due_at > moment.now + interval '1 second'\";",
        replacement: 'const notDue = "true";',
      },
    ],
    tests: [`${delivery}/replay.test.ts`],
  },
  {
    name: "replay-of-its-own",
    edits: [
      {
        file: `${delivery}/replay.ts`,
        search: "from deliveries d where d.id = $2 and d.installation_id = $1`",
        replacement: "from deliveries d where d.id = $2 and $1::bigint is not null`",
      },
    ],
    tests: [`${delivery}/replay.test.ts`],
  },
  {
    name: "expiry-of-leased",
    edits: [
      {
        file: `${delivery}/expire.ts`,
        search: "and (leased_until is null or leased_until <= (select now from moment))",
        replacement: "",
      },
    ],
    tests: [`${delivery}/expire.test.ts`],
  },
];
