import { createHash } from "node:crypto";
import { join } from "node:path";
import { computeSchemaFingerprint, findTemporaryRoot } from "@souk/database";

/** Settings of the keeper, the process that provides PostgreSQL to all test files. */
export interface KeeperSettings {
  folder: string;
  /** Path of the socket on which the keeper listens. */
  socket: string;
  /** Path of the keeper's log file. */
  log: string;
  /** Connection string of a server to use instead of an embedded one; its role must be able to create databases. */
  server: string | undefined;
}

/** Return the settings of the keeper. Each combination of working copy, database schema and server has its own keeper. */
export async function loadKeeperSettings(): Promise<KeeperSettings> {
  const server = process.env["SOUK_TEST_POSTGRES"] || undefined;
  const identity = [import.meta.dirname, await computeSchemaFingerprint(), server ?? "embedded"].join("\n");
  const key = createHash("sha256").update(identity).digest("hex").slice(0, 12);
  const folder = join(await findTemporaryRoot(), `souk-test-${process.getuid?.() ?? "user"}-${key}`);
  return { folder, socket: join(folder, "keeper"), log: join(folder, "keeper.log"), server };
}
