import { createHash } from "node:crypto";
import { join } from "node:path";
import { computeSchemaFingerprint, findTemporaryRoot } from "@souk/database";

/** The address of the keeper of the test databases, and its settings. */
export interface KeeperAddress {
  folder: string;
  socket: string;
  log: string;
  /** A server to use in place of an embedded one, where the role may create databases. */
  server: string | undefined;
}

/**
 * Return the address of the keeper of one checkout, one schema and one server: a change of any of them gives another.
 */
export async function keeperAddress(): Promise<KeeperAddress> {
  const server = process.env["SOUK_TEST_POSTGRES"] || undefined;
  const place = [import.meta.dirname, await computeSchemaFingerprint(), server ?? "embedded"].join("\n");
  const key = createHash("sha256").update(place).digest("hex").slice(0, 12);
  const folder = join(await findTemporaryRoot(), `souk-test-${process.getuid?.() ?? "user"}-${key}`);
  return { folder, socket: join(folder, "keeper"), log: join(folder, "keeper.log"), server };
}
