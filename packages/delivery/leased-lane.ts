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
  reduced: boolean;
  /** The fields of the record that are left out of the payload. */
  withheld: readonly string[];
  attempts: number;
  /** The attempts made before the last replay. */
  attempts_before: number;
  /** The time of the first attempt since the last replay. */
  first_attempt_at: Date | null;
  /** The number of requested replays of the delivery, and the time of the last. */
  replays: number;
  replayed_at: Date | null;
  event_id: number | null;
  occurred_at: Date | null;
  context: string | null;
  trigger_by_app: string | null;
  /** Null when the payload is too large to be read ahead, or when there is none. */
  payload: string | null;
  /** Null when the event has no payload. */
  payload_bytes: number | null;
}

/** A lane as it was read when it was leased. */
export interface TakenLane {
  id: number;
  kind: "subscription" | "uninstall";
  epoch: number;
  installation_id: number;
  store_id: number;
  app_id: number;
  closed: boolean;
  /** The lane's `wake_count`. */
  wake_count: number;
  /** The lane's endpoint; null for the notice of an uninstall, which waits for no endpoint. */
  endpoint: EndpointRow | null;
  /** Whether the lane was leased to probe its endpoint, which is open. */
  probe: boolean;
}

/** A lane that this process may send from until its lease ends or another process leases it. */
export interface LeasedLane extends Readonly<Omit<TakenLane, "wake_count" | "endpoint" | "probe">> {
  /** The endpoint whose breaker and pace limit the requests; null for the notice of an uninstall. */
  readonly endpoint: Endpoint | null;
  /** The time of the lease by `performance.now()`. */
  readonly takenAt: number;
  /** Whether a request of the lane has started since it was leased. */
  hadTurn: boolean;
  /** The end of the lease by `performance.now()`, counted from the start of the statement that leased it. */
  leaseEndsAt: number;
  /**
   * Whether this process still holds the lane. If not, nothing more is sent, and the outcomes of requests under way are
   * not stored.
   */
  isLeased: boolean;
  /** Whether the lane may be sent from; false while the installation is disabled. */
  sendable: boolean;
  /** The subscription's URL when it was last read. */
  url: string | null;
  readAt: number;
  store_handle: string;
  /** The lane's `wake_count` when it was last read. */
  wake_count: number;
  /** Whether the lane is released as soon as no request is under way, even if deliveries are left. */
  leaving: boolean;
  /** Whether the lane may have due deliveries that were not read. */
  hasUnread: boolean;
  /** The end of the last read; null: the next read starts from the beginning. */
  cursor: { due_at: Date; id: number } | null;
  sweptAt: number;
  /** The deliveries read but not yet started. */
  ahead: DueDelivery[];
  /** The ids of the deliveries read but not yet acknowledged; a full read returns them again. */
  known: Set<number>;
  /** The number of requests under way. */
  underWay: number;
  /** The statement under way for the lane; another must wait for its end. */
  busy: "reading" | "parking" | null;
}

/** Create the state of a lane that was just leased. @param leaseEndsAt by `performance.now()` */
export function createLeasedLane(
  taken: TakenLane,
  endpoint: Endpoint | null,
  leaseEndsAt: number,
): LeasedLane {
  const { probe: _probe, ...row } = taken;
  return {
    ...row,
    endpoint,
    takenAt: performance.now(),
    hadTurn: false,
    leaseEndsAt,
    isLeased: true,
    sendable: true,
    url: null,
    readAt: Number.NEGATIVE_INFINITY,
    store_handle: "",
    leaving: false,
    hasUnread: true,
    cursor: null,
    sweptAt: Number.NEGATIVE_INFINITY,
    ahead: [],
    known: new Set(),
    underWay: 0,
    busy: null,
  };
}

/** Drop the deliveries read ahead; they are read again, by this process or another. */
export function dropAhead(lane: LeasedLane): void {
  for (const { id } of lane.ahead) lane.known.delete(id);
  lane.ahead = [];
  lane.cursor = null;
}

/** Stop starting requests of a lane, so that it is released. */
export function markForRelease(lane: LeasedLane): void {
  lane.leaving = true;
  lane.hasUnread = false;
  dropAhead(lane);
}

/** Return the URL that a delivery is sent to; null when its subscription has ended. */
export function getUrl(lane: LeasedLane, delivery: DueDelivery): string | null {
  return delivery.own_url ?? lane.url;
}

/** Return whether a lane has nothing to send or read and can be released. */
export function isIdle(lane: LeasedLane): boolean {
  const hasNothingToSend = lane.ahead.length === 0 && lane.underWay === 0 && lane.known.size === 0;
  return lane.isLeased && hasNothingToSend && !lane.hasUnread && lane.busy === null;
}
