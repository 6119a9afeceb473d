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
import { temporaryDirectory } from "../temporary-directory.ts";

export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface TestPostgres extends EmbeddedPostgres {
  /** Makes one more, empty database. */
  emptyDatabase(): Promise<string>;
}

/** A PostgreSQL for the tests of one file, with settings over those of tests; `stop` removes it. */
export async function startTestPostgres(settings: ServerSettings = {}): Promise<TestPostgres> {
  const dataDir = await temporaryDirectory("souk-test-");
  const all = { ...testSettings, ...settings };
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent, settings: all });
  return {
    ...postgres,
    emptyDatabase: async () => {
      let address = "";
      await createTemplate(postgres.connectionString, async (made) => {
        address = made;
      });
      return address;
    },
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a PostgreSQL that is stopped when the test ends, however it ends. */
export async function started(t: TestContext, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(options);
  t.after(postgres.stop);
  return postgres;
}
