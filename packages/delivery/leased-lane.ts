import type { Endpoint, EndpointRow } from "./endpoint.ts";

/** A delivery that is due, as it was read. */
export interface DueDelivery {
  id: number;
  created_at: Date;
  due_at: Date;
  topic: string;
  number: number;
  event_sequence: number;
  event_created_at: Date;
  /** Its own address, where no subscription names one. */
  own_url: string | null;
  reduced: boolean;
  /** Fields of the record that are left out of what is sent. */
  withheld: readonly string[];
  attempts: number;
  /** Those made before it was last replayed. */
  attempts_before: number;
  /** The first of those since it was last replayed. */
  first_attempt_at: Date | null;
  /** How often somebody asked for it to be sent anew, and when last. */
  replays: number;
  replayed_at: Date | null;
  event_id: number | null;
  occurred_at: Date | null;
  context: string | null;
  trigger_by_app: string | null;
  /** Null when it is too large to be read ahead, or when there is none. */
  payload: string | null;
  /** Null when the event has none. */
  payload_bytes: number | null;
}

/** A lane as it was taken. */
export interface TakenLane {
  id: number;
  kind: "subscription" | "uninstall";
  epoch: number;
  installation_id: number;
  store_id: number;
  app_id: number;
  closed: boolean;
  /** Its count of arrivals. */
  wakes: number;
  /** Null for the notice of an uninstall, which no endpoint holds up. */
  endpoint: EndpointRow | null;
  /** It was taken to probe its endpoint, which is open. */
  probe: boolean;
}

/** A lane that this process may send from, until its lease ends or another process has taken it. */
export interface LeasedLane extends Readonly<Omit<TakenLane, "wakes" | "endpoint" | "probe">> {
  /** Whose breaker and pace its requests keep to; null for the notice of an uninstall. */
  readonly endpoint: Endpoint | null;
  /** By `performance.now()`. */
  readonly takenAt: number;
  /** A request of it has begun since it was taken. */
  hadTurn: boolean;
  /** By `performance.now()`, counted from before the statement that leased it. */
  leaseEndsAt: number;
  /** False once another has the lane, or it is gone: nothing more is sent, and what comes of sends under way counts nowhere. */
  held: boolean;
  /** False while the installation is disabled. */
  sendable: boolean;
  /** The subscription's address when it was last read, and then. */
  url: string | null;
  readAt: number;
  shop_handle: string;
  /** The lane's count of arrivals when it was last read. */
  wakes: number;
  /** To be given back as soon as nothing is under way, whatever it still has to send. */
  leaving: boolean;
  /** There may be more to read than was read. */
  hungry: boolean;
  /** Where the last read ended; null: the next read looks at everything. */
  cursor: { due_at: Date; id: number } | null;
  sweptAt: number;
  /** Read, not yet begun. */
  ahead: DueDelivery[];
  /** The ids of those read and not yet acknowledged, begun or not: a sweep meets them again. */
  known: Set<number>;
  /** Requests under way. */
  underWay: number;
  /** A statement that reads it or gives it back is under way: the other must wait. */
  busy: "reading" | "parking" | null;
}

/** A lane that was just taken. @param leaseEndsAt by `performance.now()` */
export function leasedLane(taken: TakenLane, endpoint: Endpoint | null, leaseEndsAt: number): LeasedLane {
  const { probe: _probe, ...own } = taken;
  return {
    ...own,
    endpoint,
    takenAt: performance.now(),
    hadTurn: false,
    leaseEndsAt,
    held: true,
    sendable: true,
    url: null,
    readAt: Number.NEGATIVE_INFINITY,
    shop_handle: "",
    leaving: false,
    hungry: true,
    cursor: null,
    sweptAt: Number.NEGATIVE_INFINITY,
    ahead: [],
    known: new Set(),
    underWay: 0,
    busy: null,
  };
}

/** Forgets what was read ahead and not begun; it is read again, by this process or another. */
export function dropAhead(lane: LeasedLane): void {
  for (const { id } of lane.ahead) lane.known.delete(id);
  lane.ahead = [];
  lane.cursor = null;
}

/** Begins nothing more with a lane and lets it be given back. */
export function leave(lane: LeasedLane): void {
  lane.leaving = true;
  lane.hungry = false;
  dropAhead(lane);
}

/** The address a delivery goes to now. */
export function addressOf(lane: LeasedLane, delivery: DueDelivery): string | null {
  return delivery.own_url ?? lane.url;
}

/** True when there is nothing to do with a lane any more but to give it back. */
export function isIdle(lane: LeasedLane): boolean {
  const nothingToSend = lane.ahead.length === 0 && lane.underWay === 0 && lane.known.size === 0;
  return lane.held && nothingToSend && !lane.hungry && lane.busy === null;
}
