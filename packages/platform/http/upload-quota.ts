import { fieldError, throwApiError } from "@souk/contract";

/**
 * The maximum disk space, in bytes, that the incoming files of one caller may use at once. It is enough for two
 * files of the maximum size.
 */
const maxBytesPerCaller = 1024 * 1024 * 1024;

const retryAfterSeconds = 5;

const tooManyUploads = "Too many uploads are in progress. Try again when one has finished.";

/** A limit on the total size of a caller's uploads in progress, so that one caller cannot fill the disk. */
export interface UploadQuota {
  /**
   * Reserve this number of bytes for a caller while `work` runs.
   * @throws ApiError `rate_limited` if the caller's uploads would exceed the limit
   */
  reserve<T>(caller: string, bytes: number, work: () => Promise<T>): Promise<T>;
}

/** Create a quota without reservations. @param maxBytes the limit per caller */
export function createUploadQuota(maxBytes = maxBytesPerCaller): UploadQuota {
  const bytesByCaller = new Map<string, number>();
  const add = (caller: string, bytes: number): void => {
    const newTotal = (bytesByCaller.get(caller) ?? 0) + bytes;
    if (newTotal === 0) bytesByCaller.delete(caller);
    else bytesByCaller.set(caller, newTotal);
  };
  return {
    async reserve(caller, bytes, work) {
      if ((bytesByCaller.get(caller) ?? 0) + bytes > maxBytes)
        throwApiError("rate_limited", {
          message: tooManyUploads,
          fields: [fieldError("", "too_long", { max: maxBytes, unit: "bytes" }, tooManyUploads)],
          retry_after_s: retryAfterSeconds,
        });
      add(caller, bytes);
      try {
        return await work();
      } finally {
        add(caller, -bytes);
      }
    },
  };
}
