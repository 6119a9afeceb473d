import { type TSchema, Type } from "typebox";
import { id, nullable } from "./common.ts";
import { utcTimestamp } from "./people.ts";

const count = Type.Integer({ minimum: 0 });
const time = nullable(utcTimestamp);
const store = Type.Object({ id, handle: Type.String(), name: Type.String() });

/** Create the schema of a part of the health report. The part is null if it could not be read within 2 seconds. */
function createPart<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()], { description: "Null if it could not be read in time." });
}

/** The problems that the health page can report. */
const healthProblems = [
  "disk_reserve",
  "no_delivery_process",
  "unnumbered_events",
  "smtp_unreachable",
  "smtp_missing",
  "emails_delayed",
  "emails_failed",
  "server_errors",
  "endpoints_failing",
  "jobs_delayed",
  "jobs_failed",
  "transaction_old",
  "connections_high",
  "disk_low",
  "migrations_pending",
  "versions_differ",
  "part_unavailable",
] as const;

const requests = Type.Object({
  server_error_count: count,
  periods: Type.Array(Type.Object({ start: utcTimestamp, server_errors: count }), {
    description: "The last hour, in periods of 6 minutes.",
  }),
  latest: Type.Array(
    Type.Object({
      at: utcTimestamp,
      request_id: Type.String(),
      operation: nullable(Type.String()),
      status: Type.Integer(),
      error: nullable(Type.String()),
    }),
    { description: "At most 5 requests with a server error in the last hour, newest first." },
  ),
});

const deliveries = Type.Object({
  waiting_count: Type.Integer({ description: "Deliveries that are not sent yet, counted up to 10,000." }),
  oldest_waiting_at: time,
  oldest_unnumbered_event_at: Type.Union([utcTimestamp, Type.Null()], {
    description: "Time of the oldest committed event for which no deliveries are created yet.",
  }),
  periods: Type.Array(Type.Object({ start: utcTimestamp, delivered: count, failed: count }), {
    description: "Attempts of the last hour, in periods of 6 minutes.",
  }),
});

const endpoints = Type.Object({
  failing_count: count,
  failing: Type.Array(
    Type.Object({
      app: Type.Object({ id, name: Type.String(), handle: Type.String() }),
      origin: Type.String(),
      failing_since: utcTimestamp,
      last_error: nullable(Type.String()),
      next_attempt_at: time,
      waiting_count: Type.Integer({ description: "Waiting deliveries, counted up to 1,000." }),
      stores: Type.Array(store, { description: "At most 3 of the stores whose deliveries wait." }),
      store_count: Type.Integer({
        description: "Stores whose deliveries go to this endpoint, counted up to 1,000.",
      }),
    }),
    { description: "At most 50 failing endpoints, the longest failing first." },
  ),
});

const emails = Type.Object({
  smtp: Type.Enum(["reachable", "unreachable", "missing"], {
    description:
      "`missing`: no SMTP server is configured, so emails stay in the queue. Checked at most once a minute.",
  }),
  smtp_error: nullable(Type.String()),
  waiting_count: Type.Integer({ description: "Emails that are not sent yet, counted up to 10,000." }),
  oldest_waiting_at: time,
  last_sent_at: time,
  failed_count: Type.Integer({
    description: "Emails of the last 24 hours that failed permanently, counted up to 1,000.",
  }),
  failures: Type.Array(
    Type.Object({
      kind: Type.String(),
      store: nullable(store),
      reason: Type.String({ description: "Reason of the failure, without email addresses." }),
      count,
      latest_at: utcTimestamp,
    }),
    { description: "At most 10 kinds of failures of the last 24 hours, the most frequent first." },
  ),
});

const disk = Type.Object({
  storage: Type.Enum(["disk", "s3"], { description: "Where files are stored." }),
  size_bytes: count,
  free_bytes: count,
  reserve_bytes: Type.Integer({ description: "Uploads are rejected if less than this would stay free." }),
  file_bytes: Type.Integer({
    description:
      "Total size of the files of all stores, without images that were stored before there were quotas.",
  }),
  quota_bytes: Type.Integer({ description: "Quota of each store for files." }),
  largest_stores: Type.Array(Type.Object({ ...store.properties, file_bytes: count }), {
    description: "At most 10 stores, the largest first. Read at most once a minute.",
  }),
});

const jobs = Type.Object({
  running_count: count,
  waiting_count: count,
  oldest_waiting_at: time,
  failed_count: Type.Integer({ description: "Exports and imports that failed in the last 24 hours." }),
  stores: Type.Array(Type.Object({ ...store.properties, running_count: count, waiting_count: count }), {
    description: "At most 10 stores with the most jobs.",
  }),
  failed: Type.Array(
    Type.Object({
      kind: Type.Enum(["export", "import"]),
      id,
      store,
      error: nullable(Type.String()),
      at: utcTimestamp,
    }),
    { description: "At most 10 exports and imports that failed in the last 24 hours, newest first." },
  ),
});

const processes = Type.Object({
  version: Type.String({ description: "Version of Souk in the process that responds." }),
  live: Type.Array(
    Type.Object({
      id: Type.String(),
      role: Type.Enum(["all", "api", "delivery"]),
      is_current: Type.Boolean({ description: "Whether this process responds." }),
      souk_version: nullable(Type.String()),
      node_version: nullable(Type.String()),
      started_at: utcTimestamp,
      last_heartbeat_at: utcTimestamp,
    }),
    { description: "Processes with a heartbeat in the last 30 seconds, at most 100, the oldest first." },
  ),
});

const database = Type.Object({
  postgresql_version: Type.String(),
  migration: Type.Integer({ description: "Number of the newest migration in the database." }),
  pending_migration_count: count,
  size_bytes: count,
  connections: Type.Object({ used: count, max: count }),
  oldest_transaction_at: time,
});

/** Health of the platform, for its staff. */
export const staffHealth = Type.Object({
  at: utcTimestamp,
  problems: Type.Array(
    Type.Object({
      code: Type.Enum([...healthProblems]),
      level: Type.Enum(["error", "warning"]),
      count: nullable(count),
      since: time,
      parts: Type.Array(Type.String(), { description: "Parts that could not be read." }),
    }),
    { description: "What needs attention, the worst first." },
  ),
  requests: createPart(requests),
  deliveries: createPart(deliveries),
  endpoints: createPart(endpoints),
  emails: createPart(emails),
  disk: createPart(disk),
  jobs: createPart(jobs),
  processes: createPart(processes),
  database: createPart(database),
});
