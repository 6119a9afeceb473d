/** Counts of the engine's results since its start, and of the lanes, requests and outcomes that it has now. */
export interface DeliveryMetrics {
  /** Acknowledged deliveries by outcome. `fenced` counts outcomes not stored because another process had leased the lane. */
  results: Record<
    "delivered" | "retried" | "expired" | "cancelled" | "poison" | "postponed" | "fenced",
    number
  >;
  /** Attempts at deliveries that were resent on request. */
  replayed_attempts: number;
  /** Lanes this process holds. */
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
