import { Endpoint, type EndpointRow } from "./endpoint.ts";
import { releaseEndpoints, renewEndpoints, saveEndpoints } from "./endpoint-store.ts";
import { createEnginePoller, type EngineDeps } from "./engine-deps.ts";
import type { Poller } from "./poller.ts";

// Changes of an endpoint's health are saved in batches, because every request can change it.
const saveAfterMs = 250;
// The largest number of endpoints that are released in one statement.
const batchSize = 256;

/**
 * Keeps the endpoints whose lanes this process holds. It saves their health, and releases an endpoint when its last lane is
 * removed.
 */
export class EndpointKeeper {
  readonly #deps: EngineDeps;
  readonly #endpoints = new Map<number, Endpoint>();
  readonly #changedEndpoints = new Set<Endpoint>();
  readonly #unusedEndpoints = new Set<Endpoint>();
  readonly #savePoller: Poller;
  readonly #releasePoller: Poller;
  #lastSave: Promise<void> = Promise.resolve();

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    this.#savePoller = createEnginePoller(deps, "save endpoints", { work: () => this.save() });
    this.#releasePoller = createEnginePoller(deps, "release endpoints", {
      work: () => this.#release(),
      gatherMs: 1,
    });
  }

  list(): Endpoint[] {
    return [...this.#endpoints.values()];
  }

  get(id: number): Endpoint | undefined {
    return this.#endpoints.get(id);
  }

  /** Count a newly leased lane for its endpoint, which is created if needed. @returns the endpoint */
  addLane(row: EndpointRow): Endpoint {
    const existingEndpoint = this.#endpoints.get(row.endpoint_id);
    const endpoint = existingEndpoint ?? new Endpoint(row, performance.now(), this.#deps.random);
    endpoint.lease_count = Math.max(endpoint.lease_count, row.lease_count);
    endpoint.laneCount += 1;
    this.#unusedEndpoints.delete(endpoint);
    this.#endpoints.set(endpoint.id, endpoint);
    return endpoint;
  }

  /** Count one lane fewer for an endpoint, which is released when it has no lanes left. */
  removeLane(endpoint: Endpoint): void {
    endpoint.laneCount -= 1;
    if (endpoint.laneCount > 0) return;
    this.#unusedEndpoints.add(endpoint);
    this.#releasePoller.request();
  }

  /** Mark an endpoint's health as changed, so that it is saved soon. */
  markChanged(endpoint: Endpoint): void {
    this.#changedEndpoints.add(endpoint);
    this.#savePoller.requestIn(saveAfterMs);
  }

  /**
   * Save the changed health of all endpoints, after any save that is in progress. Release an endpoint only after the promise
   * resolves, because only then is its health saved.
   */
  save(): Promise<void> {
    const save = this.#lastSave.then(() => this.#save());
    this.#lastSave = save.catch(() => undefined);
    return save;
  }

  async #save(): Promise<void> {
    const changedEndpoints = [...this.#changedEndpoints];
    if (changedEndpoints.length === 0) return;
    this.#changedEndpoints.clear();
    const health = changedEndpoints.map(({ id, breaker }) => ({ id, ...breaker.getHealth() }));
    try {
      await saveEndpoints(this.#deps.database, this.#deps.owner, health);
    } catch (error) {
      for (const endpoint of changedEndpoints) this.#changedEndpoints.add(endpoint);
      throw error;
    }
  }

  /** Renew the leases of all endpoints whose lanes this process holds. */
  async renew(durationMs: number): Promise<void> {
    const { database, clock, owner } = this.#deps;
    const ids = [...this.#endpoints.keys()];
    if (ids.length > 0) await renewEndpoints(database, clock, owner, { ids, durationMs });
  }

  async stop(): Promise<void> {
    await Promise.all([this.#savePoller.stop(), this.#releasePoller.stop()]);
    await this.save();
    await this.#release();
  }

  async #release(): Promise<void> {
    const candidates = [...this.#unusedEndpoints].slice(0, batchSize);
    if (candidates.length === 0) return;
    await this.save();
    // During the save, a lane of an endpoint may have been leased, or the endpoint's health may have changed.
    const endpointsToRelease = candidates.filter(
      (endpoint) => this.#unusedEndpoints.has(endpoint) && !this.#changedEndpoints.has(endpoint),
    );
    const leaseCounts = endpointsToRelease.map((endpoint) => endpoint.lease_count);
    if (endpointsToRelease.length > 0)
      await releaseEndpoints(this.#deps.database, this.#deps.owner, endpointsToRelease);
    // An endpoint that was leased again during the release still belongs to this process.
    for (const [index, endpoint] of endpointsToRelease.entries())
      if (endpoint.lease_count === leaseCounts[index]) this.#forget(endpoint);
    if (this.#unusedEndpoints.size > 0) this.#releasePoller.request();
  }

  /** Forget a released endpoint, unless one of its lanes has been leased since. */
  #forget(endpoint: Endpoint): void {
    if (endpoint.laneCount > 0) return;
    this.#unusedEndpoints.delete(endpoint);
    this.#endpoints.delete(endpoint.id);
  }
}
