import { ApiError, throwApiError } from "@souk/contract";

/** Requests that wait for a `T`, such as a slot. Their callers take turns. Of one caller's requests, the oldest is served first. */
export interface WaitingLine<T> {
  readonly size: number;
  /**
   * Wait for a `T`.
   * @throws ApiError `unavailable` if too many requests are waiting, in total or of this caller, or if this request waits too long
   */
  wait(caller: string): Promise<T>;
  /**
   * Let the first request of the next caller leave the line with a value.
   * @param create creates the value for the caller
   * @param mayServe returns whether a caller may be served; by default, each may
   * @returns whether a request has left the line
   */
  serveNext(create: (caller: string) => T, mayServe?: (caller: string) => boolean): boolean;
}

const retryAfterSeconds = 1;

/** Create an empty line. One caller's requests take at most half of the line's places, unless `maxSizeOfCaller` is given. */
export function createWaitingLine<T>({
  maxSize,
  maxSizeOfCaller = maxSize / 2,
  maxWaitMs,
}: {
  maxSize: number;
  maxSizeOfCaller?: number;
  maxWaitMs: number;
}): WaitingLine<T> {
  // The caller whose turn is next comes first.
  const callers = new Map<string, Set<(value: T) => void>>();
  let size = 0;

  function add(caller: string, serve: (value: T) => void): void {
    const requests = callers.get(caller) ?? new Set();
    requests.add(serve);
    callers.set(caller, requests);
    size += 1;
  }

  function remove(caller: string, serve: (value: T) => void): void {
    const requests = callers.get(caller);
    requests?.delete(serve);
    size -= 1;
    if (requests?.size === 0) callers.delete(caller);
  }

  return {
    get size() {
      return size;
    },
    wait(caller) {
      const callerSize = callers.get(caller)?.size ?? 0;
      if (size >= maxSize || callerSize >= maxSizeOfCaller)
        throwApiError("unavailable", { retry_after_s: retryAfterSeconds });
      return new Promise((resolve, reject) => {
        const leave = () => {
          clearTimeout(timer);
          remove(caller, serve);
        };
        const serve = (value: T) => {
          leave();
          resolve(value);
        };
        const timer = setTimeout(() => {
          leave();
          reject(new ApiError("unavailable", { retry_after_s: retryAfterSeconds }));
        }, maxWaitMs);
        add(caller, serve);
      });
    },
    serveNext(create, mayServe = () => true) {
      for (const [caller, requests] of callers) {
        const [serve] = requests;
        if (serve === undefined || !mayServe(caller)) continue;
        serve(create(caller));
        // The caller moves behind the others.
        if (requests.size > 0) {
          callers.delete(caller);
          callers.set(caller, requests);
        }
        return true;
      }
      return false;
    },
  };
}
