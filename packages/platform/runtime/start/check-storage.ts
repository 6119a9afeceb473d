import type { FileStorage } from "../../infrastructure/storage/index.ts";
import type { Config } from "../config/index.ts";
import { StartError } from "./start-error.ts";

/** Check that files can be stored. @throws StartError if not, with a message that contains no secrets */
export async function checkStorage(storage: FileStorage, config: Config): Promise<void> {
  try {
    await storage.check();
  } catch (error) {
    throw new StartError(`${describeStorage(config)} ${formatReason(error)}`, { cause: error });
  }
}

function describeStorage({ storage, dataDir }: Config): string {
  if (storage.kind === "disk") return `The folder files in ${dataDir} (SOUK_DATA_DIR) is not writable:`;
  const { bucket, endpoint } = storage;
  return `The bucket ${bucket} at ${endpoint ?? "Amazon S3"} (SOUK_S3_BUCKET) is not writable:`;
}

function formatReason(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
