import type { Client } from "undici";

/** One connection to an origin. Its HTTP client reconnects if the server has closed the connection between two requests. */
export type Connection = {
  readonly client: Client;
  /**
   * The number of complete responses since the connection was opened. If it is above 0, the connection has been idle
   * between requests, and the server may have closed it without this process noticing.
   */
  responseCount: number;
};

type OnConnection = (connection: Connection) => void;

/**
 * The connections to one origin: at most `size`, each with one request at a time. The connection that was used most recently is
 * reused first.
 *
 * undici's Pool is not used because it does not show which connection carried a request. A request on a stale connection
 * must be retried on a new one, and a request that has timed out must not wait inside the pool.
 */
export class OriginPool {
  readonly #createClient: () => Client;
  readonly #size: number;
  readonly #idle: Connection[] = [];
  readonly #waiting = new Set<OnConnection>();
  #acquiredCount = 0;

  constructor(createClient: () => Client, size: number) {
    this.#createClient = createClient;
    this.#size = size;
  }

  /** Whether no request uses or waits for a connection. */
  get isUnused(): boolean {
    return this.#acquiredCount === 0 && this.#waiting.size === 0;
  }

  /** Acquire a connection if one is free. The caller must return it with `release`. */
  acquire(): Connection | undefined {
    if (this.#acquiredCount >= this.#size) return undefined;
    this.#acquiredCount += 1;
    return this.#idle.pop() ?? this.#connect();
  }

  /**
   * Wait for a connection. Call this method when none is free.
   *
   * @param onConnection called with a connection as soon as one is free
   * @returns a function that stops waiting
   */
  waitForConnection(onConnection: OnConnection): () => void {
    this.#waiting.add(onConnection);
    return () => {
      this.#waiting.delete(onConnection);
    };
  }

  /** Destroy a failed connection and return a new one. */
  replace(failed: Connection): Connection {
    void failed.client.destroy();
    return this.#connect();
  }

  /** Return a connection to the pool. @param isReusable whether the last response was read to its end */
  release(connection: Connection, isReusable: boolean): void {
    const reusableConnection = isReusable ? connection : undefined;
    if (reusableConnection === undefined) void connection.client.destroy();
    else reusableConnection.responseCount += 1;

    const [onConnection] = this.#waiting;
    if (onConnection !== undefined) {
      this.#waiting.delete(onConnection);
      onConnection(reusableConnection ?? this.#connect());
      return;
    }
    this.#acquiredCount -= 1;
    if (reusableConnection !== undefined) this.#idle.push(reusableConnection);
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
