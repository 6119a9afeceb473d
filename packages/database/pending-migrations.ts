import { fileURLToPath } from "node:url";
import type { Queryable } from "./database.ts";
import { readMigrationFiles } from "./migration-files.ts";

/** How many of this version's migrations a database does not have yet. */
export async function pendingMigrations(run: Queryable): Promise<number> {
  const files = await readMigrationFiles(fileURLToPath(new URL("./migrations", import.meta.url)));
  const { rows: table } = await run.query<{ there: boolean }>(
    "select to_regclass('souk_migrations') is not null as there",
  );
  if (!table[0]?.there) return files.length;
  const { rows } = await run.query<{ newest: number }>(
    "select coalesce(max(number), 0) as newest from souk_migrations",
  );
  return Math.max(0, files.length - (rows[0]?.newest ?? 0));
}
