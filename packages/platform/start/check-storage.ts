import type { Config } from "../config/index.ts";
import type { FileStorage } from "../storage/index.ts";
import { StartError } from "./start-error.ts";

/** @throws StartError when no file can be put away; the sentence holds no secret */
export async function checkStorage(storage: FileStorage, config: Config): Promise<void> {
  try {
    await storage.check();
  } catch (error) {
    throw new StartError(`${sentence(config)} ${reasonOf(error)}`, { cause: error });
  }
}

function sentence({ storage, dataDir }: Config): string {
  if (storage.kind === "disk")
    return `No file can be written to the folder files in ${dataDir} (SOUK_DATA_DIR):`;
  const { bucket, endpoint } = storage;
  return `No file can be put into the bucket ${bucket} at ${endpoint ?? "Amazon S3"} (SOUK_S3_BUCKET):`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
