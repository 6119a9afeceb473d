import type { Queryable } from "@souk/database";
import type { RequestClient } from "../../infrastructure/routing/actor.ts";
import { recordSecurityEvent } from "../security/index.ts";

const pathPattern = /^\/exports\/(\d+)-(\d+)-/;

/**
 * Record a download as a security event of the store if the downloaded file belongs to an export.
 * @param path the file's path in the storage
 */
export async function recordExportDownload(
  db: Queryable,
  path: string,
  client: RequestClient,
): Promise<void> {
  const [, storeId, exportId] = pathPattern.exec(path) ?? [];
  if (storeId === undefined) return;
  const details = { export_id: Number(exportId), file: path.split("/").at(-1) };
  await recordSecurityEvent(db, { kind: "export_downloaded", store_id: Number(storeId), client, details });
}
