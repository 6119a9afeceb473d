import { fileURLToPath } from "node:url";
import type { Queryable } from "./database.ts";
import { readMigrationFiles } from "./migration-files.ts";

/** Count the migrations of this version of Souk that a database does not have yet. */
export async function countPendingMigrations(db: Queryable): Promise<number> {
  const files = await readMigrationFiles(fileURLToPath(new URL("./migrations", import.meta.url)));
  const { exists } = await db.one<{ exists: boolean }>(
    "select to_regclass('souk_migrations') is not null as exists",
  );
  if (!exists) return files.length;
  const { newest } = await db.one<{ newest: number }>(
    "select coalesce(max(number), 0) as newest from souk_migrations",
  );
  return Math.max(0, files.length - newest);
}
