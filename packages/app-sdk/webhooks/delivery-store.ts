/** What is known of a delivery: handled; being handled; or now this caller's to handle. */
export type Claim = "done" | "running" | "claimed";

/**
 * Remembers deliveries, so that one that arrives twice is handled once (WHK-11). Several processes of one app share a store of
 * their database; it keeps what is done for longer than the 48 hours in which a delivery can come again.
 */
export interface DeliveryStore {
  /** Asks for a delivery, in one step: of two callers at once one is answered `claimed`. */
  claim(key: string): Promise<Claim>;
  /** It was handled. */
  finish(key: string): Promise<void>;
  /** It failed, and may be claimed again. */
  release(key: string): Promise<void>;
}
