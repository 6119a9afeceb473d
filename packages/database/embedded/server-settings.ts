import { totalmem } from "node:os";

/** PostgreSQL settings by name, as in postgresql.conf. */
export type ServerSettings = Readonly<Record<string, string>>;

// For a two-core machine shared with the server: commits are durable, and vacuum keeps up with queue-like tables.
const defaults: ServerSettings = {
  max_connections: "100",
  // The same on every machine, so that query plans are the same.
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
  // Statement errors are logged by the server process, not here: they could contain personal data.
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
 * Return the bytes of memory that this process may use: the machine's, or the container's limit if that is lower.
 */
export function getUsableMemory(): number {
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}

/**
 * Return the memory settings: shared buffers of a quarter of the memory, from 128 MiB to 1 GiB. More would slow every start,
 * because the page descriptors are initialized then (docs/decisions/0011).
 */
function buildMemorySettings(memory: number): ServerSettings {
  const buffers = Math.min(Math.max(memory / 4, minBuffers), maxBuffers);
  return { shared_buffers: `${Math.floor(buffers / mib)}MB` };
}

/**
 * Build the command-line arguments of the default settings with some replaced.
 * @param memory bytes of available memory
 */
export function buildSettingArguments(settings: ServerSettings, memory: number): string[] {
  const all = { ...defaults, ...buildMemorySettings(memory), ...settings };
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
