import { type buildConnector, Client } from "undici";
import type { Clock } from "./clock.ts";
import { OriginPool } from "./origin-pool.ts";
import type { SendLimits } from "./send-limits.ts";

type Entry = { pool: OriginPool; usedAt: number };

/** The pools of all origins; those without a request are forgotten after a while, the longest unused first. */
export class OriginPools {
  readonly #connector: buildConnector.connector;
  readonly #limits: SendLimits;
  readonly #clock: Clock;
  // In the order of last use, so that the first ones are those to forget.
  readonly #entries = new Map<string, Entry>();
  readonly #sweep: NodeJS.Timeout;

  constructor(connector: buildConnector.connector, limits: SendLimits, clock: Clock) {
    this.#connector = connector;
    this.#limits = limits;
    this.#clock = clock;
    this.#sweep = setInterval(() => this.#forgetUnused(limits.idleOrigins), limits.idleOriginMs / 4);
    this.#sweep.unref();
  }

  /** How many origins are remembered. */
  get size(): number {
    return this.#entries.size;
  }

  /** @param name sets requests apart that must not wait for each other's connections */
  of(origin: string, name = ""): OriginPool {
    const key = `${origin} ${name}`;
    const known = this.#entries.get(key);
    if (known === undefined) this.#forgetUnused(this.#limits.idleOrigins - 1);
    const pool = known?.pool ?? new OriginPool(() => this.#makeClient(origin), this.#limits.connections);
    this.#entries.delete(key);
    this.#entries.set(key, { pool, usedAt: this.#clock.now() });
    return pool;
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    const pools = [...this.#entries.values()];
    this.#entries.clear();
    await Promise.all(pools.map(({ pool }) => pool.close()));
  }

  #forgetUnused(atMost: number): void {
    const since = this.#clock.now() - this.#limits.idleOriginMs;
    for (const [origin, { pool, usedAt }] of this.#entries) {
      if (usedAt >= since && this.#entries.size <= atMost) return;
      if (!pool.unused) continue;
      this.#entries.delete(origin);
      void pool.close();
    }
  }

  #makeClient(origin: string): Client {
    const { headersMs, bodyMs, keepAliveMs, keepAliveAtMostMs } = this.#limits;
    return new Client(origin, {
      connect: this.#connector,
      pipelining: 1,
      allowH2: false,
      headersTimeout: headersMs,
      bodyTimeout: bodyMs,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveAtMostMs,
    });
  }
}
