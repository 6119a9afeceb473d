import { type Database, defineStatement } from "@souk/database";

/**
 * Metrics of the delivery queue that are read from the database (docs/spec/hardening.md#queue-on-postgresql).
 */
export interface DatabaseMetrics {
  inbox_oldest_seconds: number;
  lanes_due: number;
  lanes_queued: number;
  endpoints_open: number;
  endpoints_recovering: number;
  oldest_transaction_seconds: number;
  dead_rows: number;
}

const statement = defineStatement(
  "database_figures",
  `select
    (select coalesce(extract(epoch from clock_timestamp() - min(occurred_at)), 0)::float8 from event_inbox)
      as inbox_oldest_seconds,
    (select count(*) from lanes where wake_at <= clock_timestamp()) as lanes_due,
    (select count(*) from lanes where queued_at is not null) as lanes_queued,
    (select count(*) from endpoints where breaker = 'open') as endpoints_open,
    (select count(*) from endpoints where breaker = 'recovering') as endpoints_recovering,
    (select coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0)::float8 from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid())
      as oldest_transaction_seconds,
    (select coalesce(sum(n_dead_tup), 0)::float8 from pg_stat_user_tables
      where relname in ('event_inbox', 'lanes') or relname like 'deliveries%') as dead_rows`,
);

/** Read the metrics of the delivery queue from the database. */
export async function loadDatabaseMetrics(database: Database): Promise<DatabaseMetrics> {
  const metrics = await database.maybeOne<DatabaseMetrics>(statement);
  if (!metrics) throw new Error("The database returned no metrics.");
  return metrics;
}
