export { actingFor } from "./acting-for.ts";
export { analyzeGrown } from "./analyze-grown.ts";
export { batched } from "./batched.ts";
export type { ConnectionConfig } from "./connection-pool.ts";
export type {
  Database,
  DriverPool,
  Listening,
  PoolState,
  Queryable,
  Transaction,
  TransactionOptions,
} from "./database.ts";
export {
  DatabaseUnavailable,
  errorCode,
  isAway,
  toUnavailable,
  type UnavailableReason,
} from "./database-unavailable.ts";
export { DataDirectoryInUse, lockDataDirectory } from "./embedded/data-directory-lock.ts";
export { runningPostgres } from "./embedded/running-postgres.ts";
export { type ServerSettings, testSettings } from "./embedded/server-settings.ts";
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from "./embedded/start-embedded-postgres.ts";
export { laterThan } from "./later-than.ts";
export type { Log } from "./log.ts";
export { type MigrateOptions, migrate } from "./migrate.ts";
export { type DatabaseOptions, openDatabase } from "./open-database.ts";
export { daysKept } from "./partitioned-tables.ts";
export { dropExpiredPartitions, ensurePartitions } from "./partitions.ts";
export { pendingMigrations } from "./pending-migrations.ts";
export { dumpSchema, schemaText } from "./schema/dump-schema.ts";
export { readCatalog } from "./schema/read-catalog.ts";
export { tableTypesText } from "./schema/table-types.ts";
export { schemaFingerprint } from "./schema-fingerprint.ts";
export type { Rows, Statement } from "./statement.ts";
export type { Tables } from "./tables.generated.ts";
export {
  type ClonedDatabase,
  cloneDatabase,
  createTemplate,
  dropTemplate,
  type TemplateDatabase,
} from "./template-database.ts";
export { temporaryDirectory, temporaryRoot } from "./temporary-directory.ts";
export { type Difference, sentenceOf } from "./verify/difference.ts";
export { verifyStore } from "./verify/verify-store.ts";
