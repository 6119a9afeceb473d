/** What the engine has done since it started, and what it holds now. */
export interface DeliveryMetrics {
  /** Acknowledged deliveries by what became of them; `fenced`: another process had taken the lane. */
  results: Record<
    "delivered" | "retried" | "expired" | "cancelled" | "poison" | "postponed" | "fenced",
    number
  >;
  /** Attempts at deliveries that somebody asked for anew. */
  replayed_attempts: number;
  /** Lanes this process holds. */
  lanes_leased: number;
  /** Requests under way. */
  requests_under_way: number;
  /** Results that wait to be written. */
  unacknowledged: number;
}

/** Counts of an engine that has done nothing yet. */
export function emptyMetrics(): DeliveryMetrics {
  return {
    results: { delivered: 0, retried: 0, expired: 0, cancelled: 0, poison: 0, postponed: 0, fenced: 0 },
    replayed_attempts: 0,
    lanes_leased: 0,
    requests_under_way: 0,
    unacknowledged: 0,
  };
}
