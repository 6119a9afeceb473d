import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findClusterDirectory } from "./cluster-directory.ts";
import { roleName } from "./create-cluster.ts";

/**
 * Find the connection string of the PostgreSQL that another process runs in a data directory.
 * @returns `undefined` if no PostgreSQL runs there
 */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const clusterDir = await findClusterDirectory(dataDir);
  const text = await readFile(join(clusterDir, "postmaster.pid"), "utf8").catch(() => undefined);
  const password = await readFile(join(dataDir, "postgres.password"), "utf8").catch(() => undefined);
  const [, , , port = "", socketDir = "", address = ""] = text?.split("\n") ?? [];
  if (password === undefined || port === "") return undefined;
  const prefix = `postgresql://${roleName}:${password.trim()}@`;
  return socketDir === ""
    ? `${prefix}${address}:${port}/${roleName}`
    : `${prefix}/${roleName}?host=${encodeURIComponent(socketDir)}&port=${port}`;
}
