/** Counts of an engine's results since the engine started, and of its current lanes, requests and outcomes. */
export interface DeliveryMetrics {
  /**
   * Outcomes of deliveries that the database has stored or rejected. `retried`: the attempt failed, and a further attempt is
   * planned. `poison`: the delivery cannot be sent, because its event has no payload or its app has no secret. `postponed`: the
   * delivery was due but not attempted. `fenced`: the outcome was not stored, because this process no longer held the lane or the
   * database rejected the outcome.
   */
  results: Record<
    "delivered" | "retried" | "expired" | "cancelled" | "poison" | "postponed" | "fenced",
    number
  >;
  /** Attempts at deliveries that were resent on request. */
  replayed_attempts: number;
  /** Lanes that this process has leased. */
  lanes_leased: number;
  /** Requests in flight. */
  requests_under_way: number;
  /** Outcomes that are not stored yet. */
  unacknowledged: number;
}

/** Create metrics with all counts at zero. */
export function createEmptyMetrics(): DeliveryMetrics {
  return {
    results: { delivered: 0, retried: 0, expired: 0, cancelled: 0, poison: 0, postponed: 0, fenced: 0 },
    replayed_attempts: 0,
    lanes_leased: 0,
    requests_under_way: 0,
    unacknowledged: 0,
  };
}
