import { Breaker, type EndpointHealth } from "./breaker.ts";

/** So many lanes of one endpoint one process has at most: the others wait in the endpoint's queue, for their turn. */
export const lanesOfEndpoint = 32;

/** An endpoint as it is read with a lane that was taken. */
export interface EndpointRow extends EndpointHealth {
  endpoint_id: number;
  takes: number;
}

/** An endpoint of which this process holds lanes. */
export class Endpoint {
  readonly id: number;
  readonly breaker: Breaker;
  /** The count of its takings, as of the last one. */
  takes: number;
  /** Lanes of it that this process holds, or held when requests began that are still under way. */
  lanes = 0;
  /** Lanes wait in its queue, as far as this process knows. */
  queued = false;

  /**
   * @param steady the steady clock's time, in milliseconds
   * @param random a number from 0 up to, not including, 1
   */
  constructor(row: EndpointRow, steady: number, random: () => number) {
    this.id = row.endpoint_id;
    this.takes = row.takes;
    this.breaker = new Breaker(row, steady, random);
  }

  /** How many more lanes this process takes of it: no more than its pace lets send within so many milliseconds. */
  roomFor(ms: number): number {
    if (this.breaker.state === "open") return 0;
    const most = Math.min(lanesOfEndpoint, Math.max(1, Math.ceil(this.breaker.beginsIn(ms))));
    return Math.max(0, most - this.lanes);
  }
}
