import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findClusterDirectory } from "./cluster-directory.ts";
import { roleName } from "./create-cluster.ts";

/**
 * Where the PostgreSQL of a data directory can be reached while another process runs it.
 * @returns its connection string; `undefined` when none runs there
 */
export async function runningPostgres(dataDir: string): Promise<string | undefined> {
  const clusterDir = await findClusterDirectory(dataDir);
  const text = await readFile(join(clusterDir, "postmaster.pid"), "utf8").catch(() => undefined);
  const password = await readFile(join(dataDir, "postgres.password"), "utf8").catch(() => undefined);
  const [, , , port = "", folder = "", address = ""] = text?.split("\n") ?? [];
  if (password === undefined || port === "") return undefined;
  const who = `postgresql://${roleName}:${password.trim()}@`;
  return folder === ""
    ? `${who}${address}:${port}/${roleName}`
    : `${who}/${roleName}?host=${encodeURIComponent(folder)}&port=${port}`;
}
