import { Endpoint, type EndpointRow } from "./endpoint.ts";
import { releaseEndpoints, renewEndpoints, saveEndpoints } from "./endpoint-store.ts";
import { createEnginePoller, type EngineDeps } from "./engine-deps.ts";
import type { Poller } from "./poller.ts";

// Changes of an endpoint's health are saved together: its health can change with every request.
const saveAfterMs = 250;
const batchSize = 256;

/** Keeps the endpoints whose lanes this process holds: saves their health, and releases them after their last lane. */
export class EndpointKeeper {
  readonly #deps: EngineDeps;
  readonly #endpoints = new Map<number, Endpoint>();
  readonly #changed = new Set<Endpoint>();
  readonly #unused = new Set<Endpoint>();
  readonly #savePoller: Poller;
  readonly #releasePoller: Poller;
  #saved: Promise<void> = Promise.resolve();

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    this.#savePoller = createEnginePoller(deps, "save endpoints", { work: () => this.save() });
    this.#releasePoller = createEnginePoller(deps, "release endpoints", {
      work: () => this.#release(),
      gatherMs: 1,
    });
  }

  all(): Endpoint[] {
    return [...this.#endpoints.values()];
  }

  get(id: number): Endpoint | undefined {
    return this.#endpoints.get(id);
  }

  /** Count a newly leased lane. @returns the lane's endpoint */
  join(row: EndpointRow): Endpoint {
    const known = this.#endpoints.get(row.endpoint_id);
    const endpoint = known ?? new Endpoint(row, performance.now(), this.#deps.random);
    endpoint.lease_count = Math.max(endpoint.lease_count, row.lease_count);
    endpoint.lanes += 1;
    this.#unused.delete(endpoint);
    this.#endpoints.set(endpoint.id, endpoint);
    return endpoint;
  }

  /** Uncount a lane; the endpoint is released after its last lane. */
  leave(endpoint: Endpoint): void {
    endpoint.lanes -= 1;
    if (endpoint.lanes > 0) return;
    this.#unused.add(endpoint);
    this.#releasePoller.request();
  }

  /** Mark an endpoint's health as changed; it is saved soon. */
  markChanged(endpoint: Endpoint): void {
    this.#changed.add(endpoint);
    this.#savePoller.requestIn(saveAfterMs);
  }

  /**
   * Save all changed health, after a save that is already under way. When it resolves, an endpoint can be released.
   */
  save(): Promise<void> {
    const saved = this.#saved.then(() => this.#save());
    this.#saved = saved.catch(() => undefined);
    return saved;
  }

  async #save(): Promise<void> {
    const changed = [...this.#changed];
    if (changed.length === 0) return;
    this.#changed.clear();
    const health = changed.map(({ id, breaker }) => ({ id, ...breaker.getHealth() }));
    try {
      await saveEndpoints(this.#deps.database, this.#deps.owner, health);
    } catch (error) {
      for (const endpoint of changed) this.#changed.add(endpoint);
      throw error;
    }
  }

  async renew(forMs: number): Promise<void> {
    const { database, clock, owner } = this.#deps;
    const ids = [...this.#endpoints.keys()];
    if (ids.length > 0) await renewEndpoints(database, clock, owner, { ids, forMs });
  }

  async stop(): Promise<void> {
    await Promise.all([this.#savePoller.stop(), this.#releasePoller.stop()]);
    await this.save();
    await this.#release();
  }

  async #release(): Promise<void> {
    const chosen = [...this.#unused].slice(0, batchSize);
    if (chosen.length === 0) return;
    await this.save();
    // During the save a lane of an endpoint may have been leased, or its health may have changed.
    const unused = chosen.filter((endpoint) => this.#unused.has(endpoint) && !this.#changed.has(endpoint));
    const leaseCounts = unused.map((endpoint) => endpoint.lease_count);
    if (unused.length > 0) await releaseEndpoints(this.#deps.database, this.#deps.owner, unused);
    // An endpoint that was leased again meanwhile still belongs to this process.
    for (const [index, endpoint] of unused.entries())
      if (endpoint.lease_count === leaseCounts[index]) this.#forget(endpoint);
    if (this.#unused.size > 0) this.#releasePoller.request();
  }

  /** Forget an endpoint, unless one of its lanes was leased meanwhile. */
  #forget(endpoint: Endpoint): void {
    if (endpoint.lanes > 0) return;
    this.#unused.delete(endpoint);
    this.#endpoints.delete(endpoint.id);
  }
}
