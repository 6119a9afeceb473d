import { Breaker, type EndpointHealth } from "./breaker.ts";

/**
 * The maximum number of an endpoint's lanes that one process holds. Further lanes wait in the endpoint's queue.
 */
export const maxLanesPerEndpoint = 32;

/** An endpoint's row, read when one of its lanes was leased. */
export interface EndpointRow extends EndpointHealth {
  endpoint_id: number;
  lease_count: number;
}

/** An endpoint whose lanes this process holds. */
export class Endpoint {
  readonly id: number;
  readonly breaker: Breaker;
  /** The number of times the endpoint was leased. */
  lease_count: number;
  /** The number of lanes that this process holds, plus lost lanes with requests in flight. */
  laneCount = 0;
  /** Whether lanes wait in the endpoint's queue, according to this process's last read. */
  hasQueuedLanes = false;

  /**
   * @param steadyNow the monotonic clock's time, in milliseconds
   * @param random returns a number from 0 up to, not including, 1
   */
  constructor(row: EndpointRow, steadyNow: number, random: () => number) {
    this.id = row.endpoint_id;
    this.lease_count = row.lease_count;
    this.breaker = new Breaker(row, steadyNow, random);
  }

  /**
   * Return how many more of the endpoint's lanes this process may lease. The limit is the number of requests that the pace
   * allows within `ms` milliseconds, at most `maxLanesPerEndpoint`.
   */
  countLeasableLanes(ms: number): number {
    if (this.breaker.state === "open") return 0;
    const maxLanes = Math.min(
      maxLanesPerEndpoint,
      Math.max(1, Math.ceil(this.breaker.estimateRequestsWithin(ms))),
    );
    return Math.max(0, maxLanes - this.laneCount);
  }
}
