import type { Client } from "undici";

/** One connection of an origin. Its HTTP client reconnects when the server has closed it in between. */
export type Connection = {
  readonly client: Client;
  /**
   * The number of complete responses since the connection was opened. If above 0, the server may have closed it
   * unnoticed.
   */
  responseCount: number;
};

type Waiting = (connection: Connection) => void;

/**
 * The connections to one origin: at most `size`, each with one request at a time. The last used is reused first.
 *
 * undici's Pool is not used because it does not show which connection carried a request. A request on a stale connection
 * must be retried on a new one, and a request that was given up must not wait inside the pool.
 */
export class OriginPool {
  readonly #createClient: () => Client;
  readonly #size: number;
  readonly #idle: Connection[] = [];
  readonly #waiting = new Set<Waiting>();
  #leased = 0;

  constructor(createClient: () => Client, size: number) {
    this.#createClient = createClient;
    this.#size = size;
  }

  /** Whether no request uses or waits for a connection. */
  get isUnused(): boolean {
    return this.#leased === 0 && this.#waiting.size === 0;
  }

  /** Take a connection, if one is free; the caller returns it with `release`. */
  take(): Connection | undefined {
    if (this.#leased >= this.#size) return undefined;
    this.#leased += 1;
    return this.#idle.pop() ?? this.#connect();
  }

  /**
   * Wait for a connection when none is free.
   *
   * @param granted called when there is one
   * @returns a function that stops waiting
   */
  wait(granted: Waiting): () => void {
    this.#waiting.add(granted);
    return () => {
      this.#waiting.delete(granted);
    };
  }

  /** Destroy a failed connection and return a new one. */
  replace(failed: Connection): Connection {
    void failed.client.destroy();
    return this.#connect();
  }

  /** Return a connection to the pool. @param isReusable false when the last response was not read to its end */
  release(connection: Connection, isReusable: boolean): void {
    const kept = isReusable ? connection : undefined;
    if (kept === undefined) void connection.client.destroy();
    else kept.responseCount += 1;

    const [next] = this.#waiting;
    if (next !== undefined) {
      this.#waiting.delete(next);
      next(kept ?? this.#connect());
      return;
    }
    this.#leased -= 1;
    if (kept !== undefined) this.#idle.push(kept);
  }

  /** Close the idle connections. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((connection) => connection.client.destroy()));
  }

  #connect(): Connection {
    const connection: Connection = { client: this.#createClient(), responseCount: 0 };
    connection.client.on("connect", () => {
      connection.responseCount = 0;
    });
    return connection;
  }
}
