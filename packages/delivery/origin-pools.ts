import { type buildConnector, Client } from "undici";
import type { Clock } from "./clock.ts";
import { OriginPool } from "./origin-pool.ts";
import type { SendLimits } from "./send-limits.ts";

type PoolEntry = { pool: OriginPool; usedAt: number };

/** The pools of all origins. Unused pools are closed after a while, the least recently used first. */
export class OriginPools {
  readonly #connector: buildConnector.connector;
  readonly #limits: SendLimits;
  readonly #clock: Clock;
  // Sorted by last use, so that the least recently used entries are removed first.
  readonly #entries = new Map<string, PoolEntry>();
  readonly #cleanupTimer: NodeJS.Timeout;

  constructor(connector: buildConnector.connector, limits: SendLimits, clock: Clock) {
    this.#connector = connector;
    this.#limits = limits;
    this.#clock = clock;
    const removeUnused = () => this.#removeUnused(limits.maxIdleOrigins);
    this.#cleanupTimer = setInterval(removeUnused, limits.idleOriginMs / 4);
    this.#cleanupTimer.unref();
  }

  /** The number of pools. */
  get size(): number {
    return this.#entries.size;
  }

  /**
   * Return the pool of an origin, creating it if needed.
   * @param name the name of a group of requests; requests with different names do not share connections
   */
  getPool(origin: string, name = ""): OriginPool {
    const key = `${origin} ${name}`;
    const existingEntry = this.#entries.get(key);
    if (existingEntry === undefined) this.#removeUnused(this.#limits.maxIdleOrigins - 1);
    const createClient = () => this.#createClient(origin);
    const pool = existingEntry?.pool ?? new OriginPool(createClient, this.#limits.maxConnections);
    this.#entries.delete(key);
    this.#entries.set(key, { pool, usedAt: this.#clock.now() });
    return pool;
  }

  async close(): Promise<void> {
    clearInterval(this.#cleanupTimer);
    const pools = [...this.#entries.values()];
    this.#entries.clear();
    await Promise.all(pools.map(({ pool }) => pool.close()));
  }

  #removeUnused(maxPools: number): void {
    const minUsedAt = this.#clock.now() - this.#limits.idleOriginMs;
    for (const [key, { pool, usedAt }] of this.#entries) {
      if (usedAt >= minUsedAt && this.#entries.size <= maxPools) return;
      if (!pool.isUnused) continue;
      this.#entries.delete(key);
      void pool.close();
    }
  }

  #createClient(origin: string): Client {
    const { headersMs, bodyMs, keepAliveMs, maxKeepAliveMs } = this.#limits;
    return new Client(origin, {
      connect: this.#connector,
      pipelining: 1,
      allowH2: false,
      headersTimeout: headersMs,
      bodyTimeout: bodyMs,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: maxKeepAliveMs,
    });
  }
}
