import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "./migration-files.ts";

/** Compute a short hash of all migrations. It changes when any migration changes. */
export async function computeSchemaFingerprint(): Promise<string> {
  const files = await readMigrationFiles(fileURLToPath(new URL("./migrations", import.meta.url)));
  const text = files.map(({ checksum }) => checksum).join("\n");
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
