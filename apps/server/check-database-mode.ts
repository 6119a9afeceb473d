import { hasDemoAccounts } from "@souk/demo";
import { type Config, type ServerDatabase, StartError } from "@souk/platform";

type Database = ServerDatabase["database"];

const markText =
  "insert into settings (key, value) values ('production', 'true') on conflict (key) do nothing";
const selectText = "select from settings where key = 'production'";

/**
 * Check that the database fits the mode, and remember that production uses it. A database with the demo's accounts, whose
 * password everybody knows, is never used in production. A development server would create them in it while production runs.
 * @throws StartError
 */
export async function checkDatabaseMode(database: Database, mode: Config["mode"]): Promise<void> {
  if (mode === "production") {
    if (await hasDemoAccounts(database))
      throw new StartError(
        "The database has the demo's accounts, whose password everybody knows. Remove them with npm run souk -- demo remove, or use another database.",
      );
    await database.query(markText, []);
    return;
  }
  // guard: development-beside-production: modes.slow.test.ts a development server does not start on a database that production has used
  if ((await database.query(selectText, [])).rowCount > 0)
    throw new StartError(
      "The database has been used in production, and a development server would create the demo's accounts in it. Set SOUK_MODE=production, or use another database.",
    );
}
