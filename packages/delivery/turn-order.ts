import type { LeasedLane } from "./leased-lane.ts";

/** How many requests may be under way at once. */
export interface Widths {
  /** To one origin for one app. */
  endpoint: number;
  app: number;
  process: number;
}

export const defaultWidths: Readonly<Widths> = { endpoint: 8, app: 64, process: 256 };

/** The right to have one request under way; given back with `leave`. */
export interface Turn {
  lane: LeasedLane;
  leave(): void;
}

interface Endpoint {
  key: string;
  underWay: number;
  lanes: Set<LeasedLane>;
}

interface App {
  underWay: number;
  /** Those with a lane that waits and room for its request. */
  ready: Set<Endpoint>;
}

/**
 * Says which lane sends next: apps take turns, within an app its endpoints, within an endpoint its lanes, each as far as
 * its width goes. A set keeps the order of its members, so whoever had its turn goes to the end.
 *
 * The notice of an uninstall goes before everything and is held up by no width of its app (INS-16).
 */
export class TurnOrder {
  readonly #widths: Widths;
  readonly #apps = new Map<number, App>();
  readonly #ready = new Set<App>();
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #placed = new Map<LeasedLane, Endpoint>();
  readonly #urgent = new Set<LeasedLane>();
  #underWay = 0;

  constructor(widths: Widths) {
    this.#widths = widths;
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** Puts a lane with something to send in line, or moves it to where its address now leads. */
  offer(lane: LeasedLane): void {
    this.withdraw(lane);
    if (lane.ahead.length === 0) return;
    if (lane.kind === "uninstall") {
      this.#urgent.add(lane);
      return;
    }
    const endpoint = this.#endpointOf(lane);
    endpoint.lanes.add(lane);
    this.#placed.set(lane, endpoint);
    this.#place(lane.app_id, endpoint);
  }

  /** Takes a lane out of line. */
  withdraw(lane: LeasedLane): void {
    this.#urgent.delete(lane);
    const endpoint = this.#placed.get(lane);
    if (!endpoint) return;
    this.#placed.delete(lane);
    endpoint.lanes.delete(lane);
    this.#place(lane.app_id, endpoint);
  }

  /** The next turn; the lane is out of line until it is offered again. Undefined when none can begin now. */
  next(): Turn | undefined {
    const [urgent] = this.#urgent;
    if (urgent) {
      this.#urgent.delete(urgent);
      return this.#enter(urgent, undefined, undefined);
    }
    if (this.#underWay >= this.#widths.process) return undefined;
    const [app] = this.#ready;
    const [endpoint] = app?.ready ?? [];
    const [lane] = endpoint?.lanes ?? [];
    if (!app || !endpoint || !lane) return undefined;
    endpoint.lanes.delete(lane);
    this.#placed.delete(lane);
    app.ready.delete(endpoint);
    this.#ready.delete(app);
    return this.#enter(lane, app, endpoint);
  }

  #enter(lane: LeasedLane, app: App | undefined, endpoint: Endpoint | undefined): Turn {
    this.#count(1, app, endpoint);
    if (endpoint) this.#place(lane.app_id, endpoint);
    let left = false;
    const leave = (): void => {
      if (left) return;
      left = true;
      this.#count(-1, app, endpoint);
      if (endpoint) this.#place(lane.app_id, endpoint);
    };
    return { lane, leave };
  }

  #count(by: 1 | -1, app: App | undefined, endpoint: Endpoint | undefined): void {
    this.#underWay += by;
    if (app) app.underWay += by;
    if (endpoint) endpoint.underWay += by;
  }

  /** Puts an endpoint and its app where they now belong: at the end of their lines, out of them, or nowhere. */
  #place(appId: number, endpoint: Endpoint): void {
    const app = this.#apps.get(appId);
    if (!app) return;
    const ready = endpoint.lanes.size > 0 && endpoint.underWay < this.#widths.endpoint;
    if (ready) app.ready.add(endpoint);
    else app.ready.delete(endpoint);
    if (app.ready.size > 0 && app.underWay < this.#widths.app) this.#ready.add(app);
    else this.#ready.delete(app);
    if (endpoint.lanes.size === 0 && endpoint.underWay === 0) this.#endpoints.delete(endpoint.key);
    // With nothing under way every endpoint that waits is ready.
    if (app.ready.size === 0 && app.underWay === 0) this.#apps.delete(appId);
  }

  #endpointOf({ app_id, origin }: LeasedLane): Endpoint {
    if (!this.#apps.has(app_id)) this.#apps.set(app_id, { underWay: 0, ready: new Set() });
    const key = `${app_id} ${origin}`;
    const known = this.#endpoints.get(key);
    if (known) return known;
    const made: Endpoint = { key, underWay: 0, lanes: new Set() };
    this.#endpoints.set(key, made);
    return made;
  }
}
