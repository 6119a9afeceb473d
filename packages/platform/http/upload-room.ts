import { fieldError, throwApiError } from "@souk/contract";

/**
 * The most disk space, in bytes, that the incoming files of one caller may use at once: two of the largest
 * kind.
 */
const bytesEach = 1024 * 1024 * 1024;

const retryAfterSeconds = 5;

const tooMuch = "Too many uploads are in progress. Try again when one has finished.";

/** The limit that keeps a caller from filling the disk with files of the maximum size. */
export interface UploadRoom {
  /**
   * Reserve so many bytes for a caller while the work runs.
   * @throws ApiError rate_limited when the caller's other files leave no room
   */
  hold<T>(caller: string, bytes: number, work: () => Promise<T>): Promise<T>;
}

export function createUploadRoom(max = bytesEach): UploadRoom {
  const bytesByCaller = new Map<string, number>();
  const add = (caller: string, bytes: number): void => {
    const now = (bytesByCaller.get(caller) ?? 0) + bytes;
    if (now === 0) bytesByCaller.delete(caller);
    else bytesByCaller.set(caller, now);
  };
  return {
    async hold(caller, bytes, work) {
      if ((bytesByCaller.get(caller) ?? 0) + bytes > max)
        throwApiError("rate_limited", {
          message: tooMuch,
          fields: [fieldError("", "too_long", { max, unit: "bytes" }, tooMuch)],
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
