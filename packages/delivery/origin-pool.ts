import type { Client } from "undici";

/** One connection of an origin. Its HTTP client connects anew when the server has closed it in between. */
export type Connection = {
  readonly client: Client;
  /** Answers read to their end since it was last connected; above 0 the server may have closed it unnoticed. */
  answers: number;
};

type Waiting = (connection: Connection) => void;

/**
 * The connections to one origin: at most so many, the last used first, each with one request at a time.
 *
 * undici's own Pool is not used, because it does not say which connection carried a request: a request that met a stale
 * connection has to be sent once more on a fresh one, and one that has been given up must not wait inside the pool.
 */
export class OriginPool {
  readonly #makeClient: () => Client;
  readonly #size: number;
  readonly #idle: Connection[] = [];
  readonly #waiting = new Set<Waiting>();
  #leased = 0;

  constructor(makeClient: () => Client, size: number) {
    this.#makeClient = makeClient;
    this.#size = size;
  }

  /** True when no request has or awaits a connection. */
  get unused(): boolean {
    return this.#leased === 0 && this.#waiting.size === 0;
  }

  /** A connection, if one is free; the taker gives it back with `release`. */
  take(): Connection | undefined {
    if (this.#leased >= this.#size) return undefined;
    this.#leased += 1;
    return this.#idle.pop() ?? this.#connect();
  }

  /**
   * Waits for a connection when none is free.
   *
   * @param granted called when there is one
   * @returns stops waiting
   */
  wait(granted: Waiting): () => void {
    this.#waiting.add(granted);
    return () => {
      this.#waiting.delete(granted);
    };
  }

  /** Puts a fresh connection in the place of one that failed. */
  replace(failed: Connection): Connection {
    void failed.client.destroy();
    return this.#connect();
  }

  /** @param reusable false when the last answer was not read to its end */
  release(connection: Connection, reusable: boolean): void {
    const kept = reusable ? connection : undefined;
    if (kept === undefined) void connection.client.destroy();
    else kept.answers += 1;

    const [next] = this.#waiting;
    if (next !== undefined) {
      this.#waiting.delete(next);
      next(kept ?? this.#connect());
      return;
    }
    this.#leased -= 1;
    if (kept !== undefined) this.#idle.push(kept);
  }

  /** Closes the connections that no request has. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((connection) => connection.client.destroy()));
  }

  #connect(): Connection {
    const connection: Connection = { client: this.#makeClient(), answers: 0 };
    connection.client.on("connect", () => {
      connection.answers = 0;
    });
    return connection;
  }
}
