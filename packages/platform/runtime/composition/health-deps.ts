import { readDiskSpace } from "../../infrastructure/storage/index.ts";
import type { HealthDeps } from "../../modules/staff/index.ts";
import type { PlatformResources } from "./resources.ts";

/** Create the dependencies for loading the platform's health, except the database. */
export function createHealthDeps({
  config,
  mail,
  version,
  processId,
}: Pick<PlatformResources, "config" | "mail" | "version" | "processId">): HealthDeps {
  return {
    version,
    processId: processId ?? null,
    storage: config.storage.kind,
    fileQuota: config.quotas.file_bytes ?? null,
    readDiskSpace: () => readDiskSpace(config.dataDir),
    checkSmtp: mail.checkSmtp,
  };
}
