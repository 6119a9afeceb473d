/** PostgreSQL settings by name, as in postgresql.conf. */
export type ServerSettings = Readonly<Record<string, string>>;

// For a machine of two cores that the server shares: commits are durable, vacuum keeps up with queue-like tables.
const defaults: ServerSettings = {
  max_connections: "100",
  shared_buffers: "128MB",
  effective_cache_size: "1GB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  max_wal_size: "2GB",
  checkpoint_timeout: "10min",
  wal_compression: "on",
  random_page_cost: "1.1",
  jit: "off",
  autovacuum_naptime: "15s",
  autovacuum_vacuum_scale_factor: "0.05",
  autovacuum_analyze_scale_factor: "0.05",
  shared_preload_libraries: "pg_stat_statements",
  timezone: "UTC",
  log_timezone: "UTC",
  // Errors of statements are logged where they were asked for, never here: they could hold people's data.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
};

/** Settings for tests: quick and small, and nothing survives a power cut. */
export const testSettings: ServerSettings = {
  shared_buffers: "32MB",
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  autovacuum_naptime: "60s",
};

/** The command line that gives the defaults with some replaced. */
export function settingArguments(settings: ServerSettings): string[] {
  return Object.entries({ ...defaults, ...settings }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
