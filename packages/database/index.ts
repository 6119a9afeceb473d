export { analyzeGrownTables } from "./analyze-grown-tables.ts";
export { createBatchLoader } from "./batch-loader.ts";
export type { ConnectionConfig } from "./connection-pool.ts";
export type {
  Database,
  ListenerHandle,
  PoolState,
  Queryable,
  Transaction,
  TransactionOptions,
} from "./database.ts";
export {
  DatabaseUnavailable,
  getErrorCode,
  isUnreachable,
  toUnavailable,
  type UnavailableReason,
} from "./database-unavailable.ts";
export { DataDirectoryInUse, lockDataDirectory } from "./embedded/data-directory-lock.ts";
export { findRunningPostgres } from "./embedded/running-postgres.ts";
export { type ServerSettings, testSettings } from "./embedded/server-settings.ts";
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from "./embedded/start-embedded-postgres.ts";
export {
  buildLeaseAssignments,
  buildLeaseEnd,
  buildNotLeasedCondition,
  leaseMs,
  releaseLeaseSql,
} from "./lease.ts";
export type { Log } from "./log.ts";
export { type MigrateOptions, migrate } from "./migrate.ts";
export { monotonicUpdatedAt } from "./monotonic-updated-at.ts";
export { type DatabaseOptions, openDatabase } from "./open-database.ts";
export { getRetentionDays } from "./partitioned-tables.ts";
export { dropExpiredPartitions, ensurePartitions } from "./partitions.ts";
export { countPendingMigrations } from "./pending-migrations.ts";
export { createRowQueries, RowCountError } from "./row-queries.ts";
export { dumpSchema, formatSchema } from "./schema/dump-schema.ts";
export { platformTables, platformTriggers } from "./schema/platform-tables.ts";
export { readCatalog } from "./schema/read-catalog.ts";
export { generateTableTypes } from "./schema/table-types.ts";
export { computeSchemaFingerprint } from "./schema-fingerprint.ts";
export { defineStatement, listDefinedStatements, type Rows, type Statement } from "./statement.ts";
export type { Tables } from "./tables.generated.ts";
export {
  type ClonedDatabase,
  cloneDatabase,
  createTemplate,
  dropTemplate,
  type TemplateDatabase,
} from "./template-database.ts";
export { createTemporaryDirectory, findTemporaryRoot } from "./temporary-directory.ts";
export { type Difference, formatDifference } from "./verify/difference.ts";
export { verifyStore } from "./verify/verify-store.ts";
export { withActor } from "./with-actor.ts";
