import type pg from "pg";

/** The time limit for responses on one connection, which runs one statement at a time. */
class ResponseTimeout {
  #timer: NodeJS.Timeout | undefined;
  #afterMs = 0;
  #onTimeout: (() => void) | undefined;

  start(afterMs: number, onTimeout: () => void): void {
    this.#onTimeout = onTimeout;
    if (this.#timer && this.#afterMs === afterMs) {
      this.#timer.refresh();
      return;
    }
    clearTimeout(this.#timer);
    this.#afterMs = afterMs;
    this.#timer = setTimeout(() => this.#onTimeout?.(), afterMs);
    this.#timer.unref();
  }

  stop(): void {
    // The timer keeps running, so that the next statement only has to refresh it.
    this.#onTimeout = undefined;
  }
}

const timeouts = new WeakMap<pg.ClientBase, ResponseTimeout>();

/**
 * Return the response timeout of a connection, and create it at the first call. All statements of the
 * connection reuse one timer. pg's `query_timeout` is not used, because it creates a timer per statement, which keeps the
 * results in memory until a full garbage collection.
 */
export function getOrCreateResponseTimeout(client: pg.ClientBase): ResponseTimeout {
  const existingTimeout = timeouts.get(client);
  if (existingTimeout) return existingTimeout;
  const timeout = new ResponseTimeout();
  timeouts.set(client, timeout);
  return timeout;
}
