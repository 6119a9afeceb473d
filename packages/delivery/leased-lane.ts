import type { Endpoint, EndpointRow } from "./endpoint.ts";

/** A due delivery, as it was read. */
export interface DueDelivery {
  id: number;
  created_at: Date;
  due_at: Date;
  topic: string;
  number: number;
  event_sequence: number;
  event_created_at: Date;
  /** The URL of a delivery without a subscription; otherwise null. */
  own_url: string | null;
  /** Whether only ids, status and times are sent. */
  reduced: boolean;
  /** The fields of the record that are left out of the payload. */
  withheld: readonly string[];
  attempts: number;
  /** The attempts made before the last replay. */
  attempts_before: number;
  /** The time of the first attempt since the last replay. */
  first_attempt_at: Date | null;
  /** How often a replay of the delivery was requested. */
  replays: number;
  /** When a replay was last requested. */
  replayed_at: Date | null;
  event_id: number | null;
  occurred_at: Date | null;
  context: string | null;
  trigger_by_app: string | null;
  /** Null if the payload is too large to be read ahead, or if the event has no payload. */
  payload: string | null;
  /** Null if the event has no payload. */
  payload_bytes: number | null;
}

/** A lane's row, read when it was leased. */
export interface LaneRow {
  id: number;
  kind: "subscription" | "uninstall";
  epoch: number;
  installation_id: number;
  store_id: number;
  app_id: number;
  closed: boolean;
  /** How often the lane was woken or changed. If the count has increased, the lane may have new deliveries. */
  wake_count: number;
  /** The lane's endpoint; null for an uninstall notice, which no breaker or pace delays. */
  endpoint: EndpointRow | null;
  /** Whether the lane was leased to probe its endpoint, whose breaker is open. */
  probe: boolean;
}

/** A lane that this process may send from until its lease ends or another process leases it. */
export interface LeasedLane extends Readonly<Omit<LaneRow, "wake_count" | "endpoint" | "probe">> {
  /** The endpoint whose breaker and pace limit the requests; null for an uninstall notice. */
  readonly endpoint: Endpoint | null;
  /** The time of the lease by `performance.now()`. */
  readonly leasedAt: number;
  /** Whether a request of the lane has started since it was leased. */
  hasStartedRequest: boolean;
  /** The end of the lease by `performance.now()`, counted from the start of the statement that leased it. */
  leaseEndsAt: number;
  /**
   * Whether this process still holds the lane. If not, nothing more is sent, and the outcomes of requests in flight are not
   * stored.
   */
  isLeased: boolean;
  /** Whether deliveries of the lane may be sent; false while the installation is disabled or the app is suspended. */
  canSend: boolean;
  /** The subscription's URL when it was last read. */
  url: string | null;
  /** When the lane's state was last read, by `performance.now()`. */
  readAt: number;
  store_handle: string;
  /** The lane's `wake_count` when it was last read. */
  wake_count: number;
  /** Whether the lane is released as soon as it has no request in flight, even if it has more deliveries. */
  isReleasing: boolean;
  /** Whether the lane may have due deliveries that were not read. */
  hasUnread: boolean;
  /** The position at which the last read ended; null if the next read starts from the beginning. */
  cursor: { due_at: Date; id: number } | null;
  /** When all due deliveries of the lane were last read, by `performance.now()`. */
  fullyReadAt: number;
  /** The deliveries that were read but whose requests have not started. */
  readAhead: DueDelivery[];
  /** The ids of the deliveries that were read but not acknowledged. A full read returns them again. */
  unacknowledgedIds: Set<number>;
  /** The number of requests in flight. */
  requestsInFlight: number;
  /** The statement that is running for the lane. Any other statement must wait until this one ends. */
  runningStatement: "read" | "park" | null;
}

/** Create the state of a lane that was just leased. @param leaseEndsAt by `performance.now()` */
export function createLeasedLane(
  laneRow: LaneRow,
  endpoint: Endpoint | null,
  leaseEndsAt: number,
): LeasedLane {
  const { probe: _probe, ...lane } = laneRow;
  return {
    ...lane,
    endpoint,
    leasedAt: performance.now(),
    hasStartedRequest: false,
    leaseEndsAt,
    isLeased: true,
    canSend: true,
    url: null,
    readAt: Number.NEGATIVE_INFINITY,
    store_handle: "",
    isReleasing: false,
    hasUnread: true,
    cursor: null,
    fullyReadAt: Number.NEGATIVE_INFINITY,
    readAhead: [],
    unacknowledgedIds: new Set(),
    requestsInFlight: 0,
    runningStatement: null,
  };
}

/** Drop the deliveries that were read ahead. The next read of the lane, by any process, returns them again. */
export function dropReadAhead(lane: LeasedLane): void {
  for (const { id } of lane.readAhead) lane.unacknowledgedIds.delete(id);
  lane.readAhead = [];
  lane.cursor = null;
}

/** Stop starting requests of a lane, so that it is released. */
export function markForRelease(lane: LeasedLane): void {
  lane.isReleasing = true;
  lane.hasUnread = false;
  dropReadAhead(lane);
}

/** Return the URL that a delivery is sent to; null if its subscription was deleted. */
export function getUrl(lane: LeasedLane, delivery: DueDelivery): string | null {
  return delivery.own_url ?? lane.url;
}

/** Return whether a lane has nothing to send or read and can be released. */
export function isIdle(lane: LeasedLane): boolean {
  const hasNothingToSend =
    lane.readAhead.length === 0 && lane.requestsInFlight === 0 && lane.unacknowledgedIds.size === 0;
  return lane.isLeased && hasNothingToSend && !lane.hasUnread && lane.runningStatement === null;
}
