import type { Endpoint } from "./endpoint.ts";
import type { LeasedLane } from "./leased-lane.ts";

/** The maximum numbers of requests under way. */
export interface Widths {
  /** Requests of one app to one origin. */
  endpoint: number;
  app: number;
  process: number;
}

export const defaultWidths: Readonly<Widths> = { endpoint: 8, app: 64, process: 256 };

/** The right to have one request under way; `leave` ends it. */
export interface Turn {
  lane: LeasedLane;
  leave(): void;
}

interface Line {
  endpoint: Endpoint;
  underWay: number;
  lanes: Set<LeasedLane>;
  /** The timer that runs until the endpoint's pace allows the next request. */
  timer: NodeJS.Timeout | undefined;
}

interface App {
  underWay: number;
  lines: Set<Line>;
  /** The endpoints with a waiting lane, room for its request and a pace that allows it. */
  ready: Set<Line>;
}

/**
 * Decides which lane sends next: apps take turns, then the endpoints of an app, then the lanes of an endpoint, within their
 * widths and paces. The sets keep insertion order; a member that had its turn is added again at the end.
 *
 * The notice of an uninstall goes first, and no width delays it (INS-16).
 */
export class TurnOrder {
  readonly #widths: Widths;
  readonly #onPaceReady: () => void;
  readonly #apps = new Map<number, App>();
  readonly #ready = new Set<App>();
  readonly #lines = new Map<Endpoint, Line>();
  readonly #lineByLane = new Map<LeasedLane, Line>();
  readonly #urgent = new Set<LeasedLane>();
  #underWay = 0;

  /** @param onPaceReady called when an endpoint that had to wait for its pace may have a turn */
  constructor(widths: Widths, onPaceReady: () => void) {
    this.#widths = widths;
    this.#onPaceReady = onPaceReady;
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** Add a lane that has something to send to the end of its endpoint's line. */
  offer(lane: LeasedLane): void {
    this.withdraw(lane);
    if (lane.ahead.length === 0) return;
    if (!lane.endpoint) {
      this.#urgent.add(lane);
      return;
    }
    const line = this.#getLine(lane.app_id, lane.endpoint);
    line.lanes.add(lane);
    this.#lineByLane.set(lane, line);
    this.#updateReady(lane.app_id, line);
  }

  /** Re-evaluate an endpoint whose breaker or pace has changed. */
  refresh(appId: number, endpoint: Endpoint): void {
    const line = this.#lines.get(endpoint);
    if (line) this.#updateReady(appId, line);
  }

  /** Remove a lane from its line. */
  withdraw(lane: LeasedLane): void {
    this.#urgent.delete(lane);
    const line = this.#lineByLane.get(lane);
    if (!line) return;
    this.#lineByLane.delete(lane);
    line.lanes.delete(lane);
    this.#updateReady(lane.app_id, line);
  }

  /**
   * Return the next turn; undefined when no request can start now. The lane leaves its line until it is offered again.
   */
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
    this.#lineByLane.delete(lane);
    app.ready.delete(line);
    this.#ready.delete(app);
    line.endpoint.breaker.begin(performance.now());
    return this.#enter(lane, app, line);
  }

  /** Clear the timers of endpoints that wait for their pace. */
  stop(): void {
    for (const line of this.#lines.values()) clearTimeout(line.timer);
  }

  #enter(lane: LeasedLane, app: App | undefined, line: Line | undefined): Turn {
    this.#count(1, app, line);
    if (line) this.#updateReady(lane.app_id, line);
    let hasLeft = false;
    const leave = (): void => {
      if (hasLeft) return;
      hasLeft = true;
      this.#count(-1, app, line);
      if (line) this.#updateReady(lane.app_id, line);
    };
    return { lane, leave };
  }

  #count(by: 1 | -1, app: App | undefined, line: Line | undefined): void {
    this.#underWay += by;
    if (app) app.underWay += by;
    if (line) line.underWay += by;
  }

  /** Add an endpoint and its app to the ready sets, or remove them, by their current state. */
  #updateReady(appId: number, line: Line): void {
    const app = this.#apps.get(appId);
    if (!app) return;
    // guard: width without `&& line.underWay < this.#widths.endpoint`: turn-order.test.ts
    const hasRoom = line.lanes.size > 0 && line.underWay < this.#widths.endpoint;
    if (hasRoom && this.#canBegin(appId, line)) app.ready.add(line);
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

  /**
   * Return whether breaker and pace allow a request now. If the pace does not, the endpoint is checked again when it does.
   */
  #canBegin(appId: number, line: Line): boolean {
    const waitMs = line.endpoint.breaker.waitMs(performance.now());
    // guard: breaker-at-send with `waitMs >= 0` for `waitMs === 0`: turn-order.test.ts
    if (waitMs === 0) return true;
    if (waitMs === Number.POSITIVE_INFINITY || line.timer) return false;
    line.timer = setTimeout(() => {
      line.timer = undefined;
      this.#updateReady(appId, line);
      this.#onPaceReady();
    }, waitMs);
    return false;
  }

  #getLine(appId: number, endpoint: Endpoint): Line {
    const existing = this.#lines.get(endpoint);
    if (existing) return existing;
    const line: Line = { endpoint, underWay: 0, lanes: new Set(), timer: undefined };
    this.#lines.set(endpoint, line);
    const app = this.#apps.get(appId);
    if (app) app.lines.add(line);
    else this.#apps.set(appId, { underWay: 0, lines: new Set([line]), ready: new Set() });
    return line;
  }
}
