import type { Database } from "@souk/database";
import { hasDemoAccounts } from "./remove-demo.ts";

const hasSchemaSql = "select to_regclass('settings') is not null as found";
const markProductionSql =
  "insert into settings (key, value) values ('production', 'true') on conflict (key) do nothing";
const findProductionMarkSql = "select from settings where key = 'production'";

/**
 * Find out why a database must not be used in development or production mode. A database with the demo's accounts, whose password
 * everybody knows, is never used in production. A database that production has used is never used in development, because a
 * development server would create these accounts in it.
 * @returns sentences for the operator, or null if the database fits the mode
 */
export async function explainWrongDatabase(
  database: Database,
  mode: "development" | "production",
): Promise<string | null> {
  if (!(await database.one<{ found: boolean }>(hasSchemaSql, [])).found) return null;
  if (mode === "production")
    return (await hasDemoAccounts(database))
      ? "The database has the demo's accounts, whose password everybody knows. Remove them with npm run souk -- demo remove, or use another database."
      : null;
  // guard development-beside-production: with `rowCount > 1` instead of `rowCount > 0`, modes.slow.test.ts fails at `a development server does not start on a database that a production server has used`
  return (await database.query(findProductionMarkSql, [])).rowCount > 0
    ? "The database has been used in production, and a development server would create the demo's accounts in it. Set SOUK_MODE=production, or use another database."
    : null;
}

/** Remember that production uses the database. */
export async function markProductionDatabase(database: Database): Promise<void> {
  await database.query(markProductionSql, []);
}
