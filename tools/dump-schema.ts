import { rm } from "node:fs/promises";
import {
  createTemporaryDirectory,
  formatSchema,
  generateTableTypes,
  migrate,
  openDatabase,
  readCatalog,
  startEmbeddedPostgres,
  testSettings,
} from "@souk/database";

const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Generate the files derived from the migrations, by running the migrations on a temporary PostgreSQL server.
 * @returns a map from each path to the text
 */
export async function generateDatabaseFiles(): Promise<Map<string, string>> {
  const dataDir = await createTemporaryDirectory("souk-schema-");
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, settings: testSettings });
  try {
    await migrate({ connection: postgres.connectionString, log: silentLog });
    const database = openDatabase({
      connection: postgres.connectionString,
      log: silentLog,
      maxConnections: 1,
    });
    const catalog = await readCatalog(database).finally(() => database.close());
    return new Map([
      ["packages/database/schema.generated.sql", formatSchema(catalog)],
      ["packages/database/tables.generated.ts", generateTableTypes(catalog)],
    ]);
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
