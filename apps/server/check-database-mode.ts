import { hasDemoAccounts } from "@souk/demo";
import { type Config, type ServerDatabase, StartError } from "@souk/platform";

type Database = ServerDatabase["database"];

const hasSchemaText = "select to_regclass('settings') is not null as found";
const markText =
  "insert into settings (key, value) values ('production', 'true') on conflict (key) do nothing";
const selectText = "select from settings where key = 'production'";

/**
 * Check that the database fits the mode, before it is migrated. A database with the demo's accounts, whose password everybody
 * knows, is never used in production. A development server would create them in it while production runs.
 * @throws StartError
 */
export async function checkDatabaseMode(database: Database, mode: Config["mode"]): Promise<void> {
  if (!(await database.one<{ found: boolean }>(hasSchemaText, [])).found) return;
  if (mode === "production") {
    if (await hasDemoAccounts(database))
      throw new StartError(
        "The database has the demo's accounts, whose password everybody knows. Remove them with npm run souk -- demo remove, or use another database.",
      );
    return;
  }
  // guard: development-beside-production: modes.slow.test.ts a development server does not start on a database that production has used
  if ((await database.query(selectText, [])).rowCount > 0)
    throw new StartError(
      "The database has been used in production, and a development server would create the demo's accounts in it. Set SOUK_MODE=production, or use another database.",
    );
}

/** Remember that production uses the database. */
export async function markProductionDatabase(database: Database): Promise<void> {
  await database.query(markText, []);
}
