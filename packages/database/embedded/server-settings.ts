import { totalmem } from "node:os";

/** PostgreSQL settings by name, as in postgresql.conf. */
export type ServerSettings = Readonly<Record<string, string>>;

// For a machine of two cores that the server shares: commits are durable, vacuum keeps up with queue-like tables.
const defaults: ServerSettings = {
  max_connections: "100",
  // The same on every machine, so that the plans are.
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

const mib = 1024 ** 2;
const leastBuffers = 128 * mib;
const mostBuffers = 1024 * mib;

/** Bytes of memory that this process may count on: the machine's, or the container's where that has less. */
export function usableMemory(): number {
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}

/**
 * What PostgreSQL keeps pages in: a quarter of the memory, from 128 MiB to 1 GiB. More makes every start slower, since what
 * describes the pages is written then; the pages themselves take memory as they come in (docs/decisions/0011).
 */
function memorySettings(memory: number): ServerSettings {
  const buffers = Math.min(Math.max(memory / 4, leastBuffers), mostBuffers);
  return { shared_buffers: `${Math.floor(buffers / mib)}MB` };
}

/**
 * The command line that gives the defaults with some replaced.
 * @param memory bytes of memory that there are
 */
export function settingArguments(settings: ServerSettings, memory: number): string[] {
  const all = { ...defaults, ...memorySettings(memory), ...settings };
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
