import assert from "node:assert/strict";
import { test } from "node:test";
import { findProblems } from "./find-problems.ts";
import type { Parts } from "./health-deps.ts";

const now = new Date("2026-11-27T12:00:00.000Z");
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
const gib = 1024 ** 3;

const healthyProcess = {
  id: "a",
  role: "all",
  is_current: true,
  souk_version: "1.0.0",
  node_version: "24.0.0",
  started_at: minutesAgo(60),
  last_heartbeat_at: minutesAgo(0),
} as const;

const healthyParts: Parts = {
  requests: { server_error_count: 0, periods: [], latest: [] },
  deliveries: {
    waiting_count: 3,
    oldest_waiting_at: minutesAgo(600),
    oldest_unnumbered_event_at: minutesAgo(0.5),
    periods: [],
  },
  endpoints: { failing_count: 0, failing: [] },
  emails: {
    smtp: "reachable",
    smtp_error: null,
    waiting_count: 1,
    oldest_waiting_at: minutesAgo(5),
    last_sent_at: minutesAgo(1),
    failed_count: 0,
    failures: [],
  },
  disk: {
    storage: "disk",
    size_bytes: 100 * gib,
    free_bytes: 50 * gib,
    reserve_bytes: gib,
    file_bytes: gib,
    quota_bytes: 20 * gib,
    largest_stores: [],
  },
  jobs: {
    running_count: 1,
    waiting_count: 1,
    oldest_waiting_at: minutesAgo(20),
    failed_count: 0,
    stores: [],
    failed: [],
  },
  processes: { version: "1.0.0", live: [healthyProcess] },
  database: {
    postgresql_version: "17.1",
    migration: 48,
    pending_migration_count: 0,
    size_bytes: gib,
    connections: { used: 20, max: 100 },
    oldest_transaction_at: minutesAgo(0.1),
  },
};

const listProblems = (changes: Partial<Parts>) =>
  findProblems({ ...healthyParts, ...changes }, now).map(({ code, level }) => `${level} ${code}`);

/** Return a part of the healthy platform with some changed values. */
function changePart<N extends keyof Parts>(name: N, changes: Partial<NonNullable<Parts[N]>>): Partial<Parts> {
  return { [name]: { ...healthyParts[name], ...changes } };
}

test("the health of the platform reports no problems if all its parts are in order", () => {
  assert.deepEqual(listProblems({}), []);
});

test("the health of the platform reports each problem of its parts", () => {
  for (const [changes, expected] of [
    [changePart("disk", { free_bytes: gib / 2 }), "error disk_reserve"],
    [changePart("disk", { free_bytes: 2 * gib }), "warning disk_low"],
    [changePart("processes", { live: [{ ...healthyProcess, role: "api" }] }), "error no_delivery_process"],
    [
      changePart("processes", { live: [healthyProcess, { ...healthyProcess, id: "b", souk_version: null }] }),
      "warning versions_differ",
    ],
    [changePart("deliveries", { oldest_unnumbered_event_at: minutesAgo(2) }), "error unnumbered_events"],
    [changePart("emails", { smtp: "unreachable" }), "error smtp_unreachable"],
    [changePart("emails", { smtp: "missing" }), "warning smtp_missing"],
    [changePart("emails", { oldest_waiting_at: minutesAgo(11) }), "warning emails_delayed"],
    [changePart("emails", { failed_count: 2 }), "warning emails_failed"],
    [changePart("requests", { server_error_count: 1 }), "warning server_errors"],
    [changePart("endpoints", { failing_count: 4 }), "warning endpoints_failing"],
    [changePart("jobs", { oldest_waiting_at: minutesAgo(31) }), "warning jobs_delayed"],
    [changePart("jobs", { failed_count: 1 }), "warning jobs_failed"],
    [changePart("database", { oldest_transaction_at: minutesAgo(2) }), "warning transaction_old"],
    [changePart("database", { connections: { used: 81, max: 100 } }), "warning connections_high"],
    [changePart("database", { pending_migration_count: 1 }), "warning migrations_pending"],
    [{ jobs: null }, "error part_unavailable"],
  ] as const)
    assert.deepEqual(listProblems(changes), [expected], expected);
});

test("the health of the platform lists errors before warnings", () => {
  const changes = {
    ...changePart("emails", { smtp: "unreachable", failed_count: 1 }),
    ...changePart("jobs", { failed_count: 1 }),
  };
  assert.deepEqual(listProblems(changes), [
    "error smtp_unreachable",
    "warning emails_failed",
    "warning jobs_failed",
  ]);
});
