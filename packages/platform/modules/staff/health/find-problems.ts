import type { Parts } from "./health-deps.ts";
import type { StaffHealth } from "./staff-health.ts";

type Problem = StaffHealth["problems"][number];
type FoundProblem = Pick<Problem, "code" | "level"> & Partial<Omit<Problem, "code" | "level">>;

const minuteMs = 60_000;
// The ages above which the oldest waiting event, email or job is a problem.
const maxUnnumberedAgeMs = minuteMs;
const maxEmailAgeMs = 10 * minuteMs;
const maxJobAgeMs = 30 * minuteMs;
/** Above this age, an open transaction slows down the queues (docs/spec/hardening.md#queue-on-postgresql). */
const oldTransactionMs = minuteMs;
/** Above this share of the maximum, the number of connections is high. */
const highConnectionShare = 0.8;
/** Below this multiple of the disk's reserve, the free space is low. */
const lowSpaceFactor = 3;

/** Return the problems of the parts, the errors first. A part that could not be read is a problem itself. */
export function findProblems(parts: Parts, now: Date): Problem[] {
  const foundProblems = [
    ...findMissingParts(parts),
    ...findDiskProblems(parts),
    ...findProcessProblems(parts),
    ...findDeliveryAndRequestProblems(parts, now),
    ...findEmailProblems(parts, now),
    ...findJobProblems(parts, now),
    ...findDatabaseProblems(parts, now),
  ];
  const problems = foundProblems.map(
    ({ code, level, count = null, since = null, parts: names = [] }): Problem => ({
      code,
      level,
      count,
      since,
      parts: names,
    }),
  );
  return [
    ...problems.filter(({ level }) => level === "error"),
    ...problems.filter(({ level }) => level === "warning"),
  ];
}

function isOlder(time: string | null, maxAgeMs: number, now: Date): boolean {
  return time !== null && now.getTime() - Date.parse(time) > maxAgeMs;
}

function findMissingParts(parts: Parts): FoundProblem[] {
  const names = Object.entries(parts).flatMap(([name, part]) => (part === null ? [name] : []));
  return names.length === 0 ? [] : [{ code: "part_unavailable", level: "error", parts: names }];
}

function findDiskProblems({ disk }: Parts): FoundProblem[] {
  if (disk === null) return [];
  const { free_bytes, reserve_bytes } = disk;
  if (free_bytes < reserve_bytes) return [{ code: "disk_reserve", level: "error" }];
  return free_bytes < lowSpaceFactor * reserve_bytes ? [{ code: "disk_low", level: "warning" }] : [];
}

function findProcessProblems({ processes }: Parts): FoundProblem[] {
  if (processes === null) return [];
  const { live } = processes;
  const versions = new Set(live.map(({ souk_version }) => souk_version));
  return [
    ...(live.some(({ role }) => role !== "api")
      ? []
      : [{ code: "no_delivery_process", level: "error" } as const]),
    ...(versions.size > 1 ? [{ code: "versions_differ", level: "warning" } as const] : []),
  ];
}

function findDeliveryAndRequestProblems(
  { deliveries, endpoints, requests }: Parts,
  now: Date,
): FoundProblem[] {
  const unnumberedSince = deliveries?.oldest_unnumbered_event_at ?? null;
  const failingSince = endpoints?.failing[0]?.failing_since ?? null;
  const serverErrorCount = requests?.server_error_count ?? 0;
  const failingCount = endpoints?.failing_count ?? 0;
  return [
    ...(isOlder(unnumberedSince, maxUnnumberedAgeMs, now)
      ? [{ code: "unnumbered_events", level: "error", since: unnumberedSince } as const]
      : []),
    ...(serverErrorCount > 0
      ? [{ code: "server_errors", level: "warning", count: serverErrorCount } as const]
      : []),
    ...(failingCount > 0
      ? [{ code: "endpoints_failing", level: "warning", count: failingCount, since: failingSince } as const]
      : []),
  ];
}

function findEmailProblems({ emails }: Parts, now: Date): FoundProblem[] {
  if (emails === null) return [];
  const { smtp, waiting_count, oldest_waiting_at, failed_count } = emails;
  const isDelayed = isOlder(oldest_waiting_at, maxEmailAgeMs, now);
  return [
    ...(smtp === "unreachable"
      ? [{ code: "smtp_unreachable", level: "error", count: waiting_count } as const]
      : []),
    ...(smtp === "missing" && waiting_count > 0
      ? [{ code: "smtp_missing", level: "warning", count: waiting_count } as const]
      : []),
    ...(smtp === "reachable" && isDelayed
      ? [
          {
            code: "emails_delayed",
            level: "warning",
            count: waiting_count,
            since: oldest_waiting_at,
          } as const,
        ]
      : []),
    ...(failed_count > 0 ? [{ code: "emails_failed", level: "warning", count: failed_count } as const] : []),
  ];
}

function findJobProblems({ jobs }: Parts, now: Date): FoundProblem[] {
  if (jobs === null) return [];
  const { oldest_waiting_at, waiting_count, failed_count } = jobs;
  return [
    ...(isOlder(oldest_waiting_at, maxJobAgeMs, now)
      ? [{ code: "jobs_delayed", level: "warning", count: waiting_count, since: oldest_waiting_at } as const]
      : []),
    ...(failed_count > 0 ? [{ code: "jobs_failed", level: "warning", count: failed_count } as const] : []),
  ];
}

function findDatabaseProblems({ database }: Parts, now: Date): FoundProblem[] {
  if (database === null) return [];
  const { connections, oldest_transaction_at, pending_migration_count } = database;
  return [
    ...(isOlder(oldest_transaction_at, oldTransactionMs, now)
      ? [{ code: "transaction_old", level: "warning", since: oldest_transaction_at } as const]
      : []),
    ...(connections.used > connections.max * highConnectionShare
      ? [{ code: "connections_high", level: "warning", count: connections.used } as const]
      : []),
    ...(pending_migration_count > 0
      ? [{ code: "migrations_pending", level: "warning", count: pending_migration_count } as const]
      : []),
  ];
}
