import { type Database, defineStatement } from "@souk/database";

/**
 * The figures of the queue's health that only the database knows
 * (docs/spec/hardening.md#queue-on-postgresql).
 */
export interface DatabaseFigures {
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

export async function readDatabaseFigures(database: Database): Promise<DatabaseFigures> {
  const figures = await database.maybeOne<DatabaseFigures>(statement);
  if (!figures) throw new Error("The database answered no figures.");
  return figures;
}
