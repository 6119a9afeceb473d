import type { Endpoint } from "./endpoint.ts";
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

interface Line {
  endpoint: Endpoint;
  underWay: number;
  lanes: Set<LeasedLane>;
  /** Runs until its pace allows the next request. */
  timer: NodeJS.Timeout | undefined;
}

interface App {
  underWay: number;
  lines: Set<Line>;
  /** Those with a lane that waits, room for its request and a pace that allows it. */
  ready: Set<Line>;
}

/**
 * Says which lane sends next: apps take turns, within an app its endpoints, within an endpoint its lanes, each as far as
 * its width and its pace go. A set keeps the order of its members, so whoever had its turn goes to the end.
 *
 * The notice of an uninstall goes before everything and is held up by no width of its app (INS-16).
 */
export class TurnOrder {
  readonly #widths: Widths;
  readonly #paced: () => void;
  readonly #apps = new Map<number, App>();
  readonly #ready = new Set<App>();
  readonly #lines = new Map<Endpoint, Line>();
  readonly #placed = new Map<LeasedLane, Line>();
  readonly #urgent = new Set<LeasedLane>();
  #underWay = 0;

  /** @param paced told when an endpoint that had to wait for its pace may have a turn */
  constructor(widths: Widths, paced: () => void) {
    this.#widths = widths;
    this.#paced = paced;
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** Puts a lane with something to send in line. */
  offer(lane: LeasedLane): void {
    this.withdraw(lane);
    if (lane.ahead.length === 0) return;
    if (!lane.endpoint) {
      this.#urgent.add(lane);
      return;
    }
    const line = this.#lineOf(lane.app_id, lane.endpoint);
    line.lanes.add(lane);
    this.#placed.set(lane, line);
    this.#place(lane.app_id, line);
  }

  /** An endpoint may have a turn sooner than before, or no longer. */
  refresh(appId: number, endpoint: Endpoint): void {
    const line = this.#lines.get(endpoint);
    if (line) this.#place(appId, line);
  }

  /** Takes a lane out of line. */
  withdraw(lane: LeasedLane): void {
    this.#urgent.delete(lane);
    const line = this.#placed.get(lane);
    if (!line) return;
    this.#placed.delete(lane);
    line.lanes.delete(lane);
    this.#place(lane.app_id, line);
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
    const [line] = app?.ready ?? [];
    const [lane] = line?.lanes ?? [];
    if (!app || !line || !lane) return undefined;
    line.lanes.delete(lane);
    this.#placed.delete(lane);
    app.ready.delete(line);
    this.#ready.delete(app);
    line.endpoint.breaker.begin(performance.now());
    return this.#enter(lane, app, line);
  }

  /** Forgets what waits for a pace. */
  stop(): void {
    for (const line of this.#lines.values()) clearTimeout(line.timer);
  }

  #enter(lane: LeasedLane, app: App | undefined, line: Line | undefined): Turn {
    this.#count(1, app, line);
    if (line) this.#place(lane.app_id, line);
    let left = false;
    const leave = (): void => {
      if (left) return;
      left = true;
      this.#count(-1, app, line);
      if (line) this.#place(lane.app_id, line);
    };
    return { lane, leave };
  }

  #count(by: 1 | -1, app: App | undefined, line: Line | undefined): void {
    this.#underWay += by;
    if (app) app.underWay += by;
    if (line) line.underWay += by;
  }

  /** Puts an endpoint and its app where they now belong: at the end of their lines, out of them, or nowhere. */
  #place(appId: number, line: Line): void {
    const app = this.#apps.get(appId);
    if (!app) return;
    const room = line.lanes.size > 0 && line.underWay < this.#widths.endpoint;
    if (room && this.#mayBegin(appId, line)) app.ready.add(line);
    else app.ready.delete(line);
    if (app.ready.size > 0 && app.underWay < this.#widths.app) this.#ready.add(app);
    else this.#ready.delete(app);
    if (line.lanes.size === 0 && line.underWay === 0) {
      clearTimeout(line.timer);
      this.#lines.delete(line.endpoint);
      app.lines.delete(line);
    }
    if (app.lines.size === 0) this.#apps.delete(appId);
  }

  /** Whether breaker and pace allow a request now; if not, comes back to the endpoint when they do. */
  #mayBegin(appId: number, line: Line): boolean {
    const waitMs = line.endpoint.breaker.waitMs(performance.now());
    if (waitMs === 0) return true;
    if (waitMs === Number.POSITIVE_INFINITY || line.timer) return false;
    line.timer = setTimeout(() => {
      line.timer = undefined;
      this.#place(appId, line);
      this.#paced();
    }, waitMs);
    return false;
  }

  #lineOf(appId: number, endpoint: Endpoint): Line {
    const known = this.#lines.get(endpoint);
    if (known) return known;
    const made: Line = { endpoint, underWay: 0, lanes: new Set(), timer: undefined };
    this.#lines.set(endpoint, made);
    const app = this.#apps.get(appId);
    if (app) app.lines.add(made);
    else this.#apps.set(appId, { underWay: 0, lines: new Set([made]), ready: new Set() });
    return made;
  }
}
