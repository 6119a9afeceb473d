import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "./migration-files.ts";

/** One short text for the schema that our migrations make; it changes with any of them. */
export async function schemaFingerprint(): Promise<string> {
  const files = await readMigrationFiles(fileURLToPath(new URL("./migrations", import.meta.url)));
  const text = files.map(({ checksum }) => checksum).join("\n");
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
