import { Endpoint, type EndpointRow } from "./endpoint.ts";
import { releaseEndpoints, renewEndpoints, saveEndpoints } from "./endpoint-store.ts";
import { type EngineGround, roundsOf } from "./engine-ground.ts";
import type { Rounds } from "./rounds.ts";

// How an endpoint fares changes with each failure and each success after one: not every change is written by itself.
const saveAfterMs = 250;
const atOnce = 256;

/** The endpoints of which this process holds lanes: keeps what it finds of them, and gives them back. */
export class EndpointKeeper {
  readonly #ground: EngineGround;
  readonly #endpoints = new Map<number, Endpoint>();
  readonly #changed = new Set<Endpoint>();
  readonly #unused = new Set<Endpoint>();
  readonly #saving: Rounds;
  readonly #releasing: Rounds;
  #saved: Promise<void> = Promise.resolve();

  constructor(ground: EngineGround) {
    this.#ground = ground;
    this.#saving = roundsOf(ground, "save endpoints", { work: () => this.save() });
    this.#releasing = roundsOf(ground, "release endpoints", { work: () => this.#release(), gatherMs: 1 });
  }

  all(): Endpoint[] {
    return [...this.#endpoints.values()];
  }

  get(id: number): Endpoint | undefined {
    return this.#endpoints.get(id);
  }

  /** Counts a lane that was taken in. */
  join(row: EndpointRow): Endpoint {
    const known = this.#endpoints.get(row.endpoint_id);
    const endpoint = known ?? new Endpoint(row, performance.now(), this.#ground.random);
    endpoint.takes = Math.max(endpoint.takes, row.takes);
    endpoint.lanes += 1;
    this.#unused.delete(endpoint);
    this.#endpoints.set(endpoint.id, endpoint);
    return endpoint;
  }

  /** Counts a lane out; with the last one the endpoint is given back. */
  leave(endpoint: Endpoint): void {
    endpoint.lanes -= 1;
    if (endpoint.lanes > 0) return;
    this.#unused.add(endpoint);
    this.#releasing.ask();
  }

  /** There is something new to store about an endpoint. */
  changed(endpoint: Endpoint): void {
    this.#changed.add(endpoint);
    this.#saving.askIn(saveAfterMs);
  }

  /** Stores all that is new, after what is being stored already: whoever waits for it may give an endpoint back. */
  save(): Promise<void> {
    const saved = this.#saved.then(() => this.#save());
    this.#saved = saved.catch(() => undefined);
    return saved;
  }

  async #save(): Promise<void> {
    const changed = [...this.#changed];
    if (changed.length === 0) return;
    this.#changed.clear();
    const found = changed.map(({ id, breaker }) => ({ id, ...breaker.health() }));
    try {
      await saveEndpoints(this.#ground.database, this.#ground.owner, found);
    } catch (error) {
      for (const endpoint of changed) this.#changed.add(endpoint);
      throw error;
    }
  }

  async renew(forMs: number): Promise<void> {
    const { database, clock, owner } = this.#ground;
    const ids = [...this.#endpoints.keys()];
    if (ids.length > 0) await renewEndpoints(database, clock, owner, { ids, forMs });
  }

  async stop(): Promise<void> {
    await Promise.all([this.#saving.stop(), this.#releasing.stop()]);
    await this.save();
    await this.#release();
  }

  async #release(): Promise<void> {
    const chosen = [...this.#unused].slice(0, atOnce);
    if (chosen.length === 0) return;
    await this.save();
    // Meanwhile a lane of one may have been taken, or it has been found to fare otherwise.
    const unused = chosen.filter((endpoint) => this.#unused.has(endpoint) && !this.#changed.has(endpoint));
    const takes = unused.map((endpoint) => endpoint.takes);
    if (unused.length > 0) await releaseEndpoints(this.#ground.database, this.#ground.owner, unused);
    // One that was taken and left again meanwhile is still this process's.
    for (const [at, endpoint] of unused.entries()) if (endpoint.takes === takes[at]) this.#forget(endpoint);
    if (this.#unused.size > 0) this.#releasing.ask();
  }

  /** Unless a lane of it was taken meanwhile. */
  #forget(endpoint: Endpoint): void {
    if (endpoint.lanes > 0) return;
    this.#unused.delete(endpoint);
    this.#endpoints.delete(endpoint.id);
  }
}
