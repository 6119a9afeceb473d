import { totalmem } from "node:os";

/** PostgreSQL settings by name, as in postgresql.conf. */
export type ServerSettings = Readonly<Record<string, string>>;

// These settings are for a two-core machine that also runs the Souk server. Commits are durable, and vacuum keeps up with tables
// that are used as queues.
const defaultSettings: ServerSettings = {
  max_connections: "100",
  // This is the same on every machine, so that query plans are the same.
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
  // Statement errors are logged by the Souk server and not by PostgreSQL, because they could contain personal data.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
};

/** Settings for tests: fast, small and not durable. */
export const testSettings: ServerSettings = {
  shared_buffers: "32MB",
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  autovacuum_naptime: "60s",
};

const mib = 1024 ** 2;
const minBuffers = 128 * mib;
const maxBuffers = 1024 * mib;

/**
 * Return the bytes of memory that this process may use: the machine's memory, or the container's limit if it is lower.
 */
export function getUsableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * Build the memory settings: shared buffers of a quarter of the memory, from 128 MiB to 1 GiB. More would slow down every
 * start, because PostgreSQL initializes a descriptor for each page of the buffers (docs/decisions/0011).
 */
function buildMemorySettings(memory: number): ServerSettings {
  const buffers = Math.min(Math.max(memory / 4, minBuffers), maxBuffers);
  return { shared_buffers: `${Math.floor(buffers / mib)}MB` };
}

/**
 * Build PostgreSQL's command-line arguments from the default settings.
 * @param settings settings that replace or add to the defaults
 * @param memory the available memory, in bytes
 */
export function buildSettingArguments(settings: ServerSettings, memory: number): string[] {
  const allSettings = { ...defaultSettings, ...buildMemorySettings(memory), ...settings };
  return Object.entries(allSettings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
