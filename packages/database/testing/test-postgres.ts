import { rm } from "node:fs/promises";
import type { TestContext } from "node:test";
import { type ServerSettings, testSettings } from "../embedded/server-settings.ts";
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from "../embedded/start-embedded-postgres.ts";
import type { Log } from "../log.ts";
import { createTemplate } from "../template-database.ts";
import { createTemporaryDirectory } from "../temporary-directory.ts";

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface TestPostgres extends EmbeddedPostgres {
  /** Create an empty database and return its connection string. */
  createEmptyDatabase(): Promise<string>;
}

/**
 * Start a PostgreSQL for the tests of one file. `stop` deletes its data.
 * @param settings settings that replace or add to the settings for tests
 */
export async function startTestPostgres(settings: ServerSettings = {}): Promise<TestPostgres> {
  const dataDir = await createTemporaryDirectory("souk-test-");
  const allSettings = { ...testSettings, ...settings };
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, settings: allSettings });
  return {
    ...postgres,
    createEmptyDatabase: async () => {
      // A template that nothing fills or clones is an ordinary empty database.
      let emptyDatabaseUrl = "";
      await createTemplate(postgres.connectionString, async (connectionString) => {
        emptyDatabaseUrl = connectionString;
      });
      return emptyDatabaseUrl;
    },
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Start a PostgreSQL that is stopped after the test. */
export async function startForTest(
  t: TestContext,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(options);
  t.after(postgres.stop);
  return postgres;
}
