import { ApiError, throwApiError } from "@souk/contract";

/** Requests that wait for a `T`, such as a slot. The one that has waited longest is first. */
export interface WaitingLine<T> {
  readonly size: number;
  /**
   * Wait for a `T`.
   * @throws ApiError `unavailable` if too many are waiting already, or if this one has waited too long
   */
  wait(): Promise<T>;
  /** Give a value to the first one in the line, which leaves the line. */
  serveFirst(value: T): void;
}

const retryAfterSeconds = 1;

/** Create an empty line. */
export function createWaitingLine<T>({
  maxSize,
  maxWaitMs,
}: {
  maxSize: number;
  maxWaitMs: number;
}): WaitingLine<T> {
  const line = new Set<(value: T) => void>();
  return {
    get size() {
      return line.size;
    },
    wait() {
      if (line.size >= maxSize) throwApiError("unavailable", { retry_after_s: retryAfterSeconds });
      return new Promise((resolve, reject) => {
        const leave = () => {
          clearTimeout(timer);
          line.delete(serve);
        };
        const serve = (value: T) => {
          leave();
          resolve(value);
        };
        const timer = setTimeout(() => {
          leave();
          reject(new ApiError("unavailable", { retry_after_s: retryAfterSeconds }));
        }, maxWaitMs);
        line.add(serve);
      });
    },
    serveFirst(value) {
      const [serve] = line;
      serve?.(value);
    },
  };
}
