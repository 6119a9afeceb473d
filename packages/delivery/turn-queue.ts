import type { Endpoint } from "./endpoint.ts";
import type { LeasedLane } from "./leased-lane.ts";

/** The maximum numbers of requests in flight. */
export interface ConcurrencyLimits {
  /** Requests of one app to one origin. */
  endpoint: number;
  app: number;
  process: number;
}

export const defaultConcurrencyLimits: Readonly<ConcurrencyLimits> = { endpoint: 8, app: 64, process: 256 };

/** The right to have one request in flight, until `end` is called. */
export interface Turn {
  lane: LeasedLane;
  end(): void;
}

interface EndpointQueue {
  endpoint: Endpoint;
  requestsInFlight: number;
  lanes: Set<LeasedLane>;
  /** The timer that runs until the endpoint's pace allows the next request. */
  timer: NodeJS.Timeout | undefined;
}

interface App {
  requestsInFlight: number;
  queues: Set<EndpointQueue>;
  /** The queues whose endpoint has a waiting lane and may get another request now. */
  readyQueues: Set<EndpointQueue>;
}

/**
 * Decides which lane sends next. Apps take turns, then the endpoints of an app, then the lanes of an endpoint, within the
 * limits and the paces of the endpoints. Each set keeps the order of insertion, and a member that had its turn is added again at the end.
 *
 * An uninstall notice is sent first, and no limit delays it (INS-16).
 */
export class TurnQueue {
  readonly #limits: ConcurrencyLimits;
  readonly #onPaceReady: () => void;
  readonly #apps = new Map<number, App>();
  readonly #readyApps = new Set<App>();
  readonly #queues = new Map<Endpoint, EndpointQueue>();
  readonly #queueByLane = new Map<LeasedLane, EndpointQueue>();
  readonly #noticeLanes = new Set<LeasedLane>();
  #requestsInFlight = 0;

  /** @param onPaceReady called when an endpoint that was delayed by its pace may send again */
  constructor(limits: ConcurrencyLimits, onPaceReady: () => void) {
    this.#limits = limits;
    this.#onPaceReady = onPaceReady;
  }

  get requestsInFlight(): number {
    return this.#requestsInFlight;
  }

  /** Add a lane to the end of its endpoint's queue, if the lane has something to send. */
  addLane(lane: LeasedLane): void {
    this.removeLane(lane);
    if (lane.readAhead.length === 0) return;
    if (!lane.endpoint) {
      this.#noticeLanes.add(lane);
      return;
    }
    const queue = this.#ensureQueue(lane.app_id, lane.endpoint);
    queue.lanes.add(lane);
    this.#queueByLane.set(lane, queue);
    this.#updateReady(lane.app_id, queue);
  }

  /** Re-evaluate an endpoint whose breaker or pace has changed. */
  refreshEndpoint(appId: number, endpoint: Endpoint): void {
    const queue = this.#queues.get(endpoint);
    if (queue) this.#updateReady(appId, queue);
  }

  /** Remove a lane from its endpoint's queue or from the uninstall notices. */
  removeLane(lane: LeasedLane): void {
    this.#noticeLanes.delete(lane);
    const queue = this.#queueByLane.get(lane);
    if (!queue) return;
    this.#queueByLane.delete(lane);
    queue.lanes.delete(lane);
    this.#updateReady(lane.app_id, queue);
  }

  /**
   * Start and return the next turn; undefined if no request can start now. The lane is removed from its queue until it is
   * added again.
   */
  startNextTurn(): Turn | undefined {
    const [noticeLane] = this.#noticeLanes;
    if (noticeLane) {
      this.#noticeLanes.delete(noticeLane);
      return this.#startTurn(noticeLane, undefined, undefined);
    }
    if (this.#requestsInFlight >= this.#limits.process) return undefined;
    const [app] = this.#readyApps;
    const [queue] = app?.readyQueues ?? [];
    const [lane] = queue?.lanes ?? [];
    if (!app || !queue || !lane) return undefined;
    queue.lanes.delete(lane);
    this.#queueByLane.delete(lane);
    app.readyQueues.delete(queue);
    this.#readyApps.delete(app);
    queue.endpoint.breaker.recordStart(performance.now());
    return this.#startTurn(lane, app, queue);
  }

  /** Clear the timers of delayed endpoints. */
  stop(): void {
    for (const queue of this.#queues.values()) clearTimeout(queue.timer);
  }

  #startTurn(lane: LeasedLane, app: App | undefined, queue: EndpointQueue | undefined): Turn {
    this.#addToCounts(1, app, queue);
    if (queue) this.#updateReady(lane.app_id, queue);
    let hasEnded = false;
    const end = (): void => {
      if (hasEnded) return;
      hasEnded = true;
      this.#addToCounts(-1, app, queue);
      if (queue) this.#updateReady(lane.app_id, queue);
    };
    return { lane, end };
  }

  #addToCounts(change: 1 | -1, app: App | undefined, queue: EndpointQueue | undefined): void {
    this.#requestsInFlight += change;
    if (app) app.requestsInFlight += change;
    if (queue) queue.requestsInFlight += change;
  }

  /**
   * Add an endpoint's queue and its app to the ready sets, or remove them, according to their current state. Delete a queue
   * without lanes and requests, and an app without queues.
   */
  #updateReady(appId: number, queue: EndpointQueue): void {
    const app = this.#apps.get(appId);
    if (!app) return;
    // guard width: without `&& queue.requestsInFlight < this.#limits.endpoint`, delivery/turn-queue.test.ts fails
    const hasLaneAndRoom = queue.lanes.size > 0 && queue.requestsInFlight < this.#limits.endpoint;
    if (hasLaneAndRoom && this.#canStart(appId, queue)) app.readyQueues.add(queue);
    else app.readyQueues.delete(queue);
    if (app.readyQueues.size > 0 && app.requestsInFlight < this.#limits.app) this.#readyApps.add(app);
    else this.#readyApps.delete(app);
    if (queue.lanes.size === 0 && queue.requestsInFlight === 0) {
      clearTimeout(queue.timer);
      this.#queues.delete(queue.endpoint);
      app.queues.delete(queue);
    }
    if (app.queues.size === 0) this.#apps.delete(appId);
  }

  /**
   * Return whether an endpoint's breaker and pace allow a request now. If only the pace forbids it, set a timer that checks the
   * endpoint again when the pace allows a request.
   */
  #canStart(appId: number, queue: EndpointQueue): boolean {
    const waitMs = queue.endpoint.breaker.getWaitMs(performance.now());
    // guard breaker-at-send: with `waitMs >= 0` instead of `waitMs === 0`, delivery/turn-queue.test.ts fails
    if (waitMs === 0) return true;
    if (waitMs === Number.POSITIVE_INFINITY || queue.timer) return false;
    queue.timer = setTimeout(() => {
      queue.timer = undefined;
      this.#updateReady(appId, queue);
      this.#onPaceReady();
    }, waitMs);
    return false;
  }

  #ensureQueue(appId: number, endpoint: Endpoint): EndpointQueue {
    const existingQueue = this.#queues.get(endpoint);
    if (existingQueue) return existingQueue;
    const queue: EndpointQueue = { endpoint, requestsInFlight: 0, lanes: new Set(), timer: undefined };
    this.#queues.set(endpoint, queue);
    const app = this.#apps.get(appId);
    if (app) app.queues.add(queue);
    else this.#apps.set(appId, { requestsInFlight: 0, queues: new Set([queue]), readyQueues: new Set() });
    return queue;
  }
}
