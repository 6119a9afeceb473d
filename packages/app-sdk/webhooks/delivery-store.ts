/** The result of claiming a delivery: it is already handled, it is being handled, or it is now claimed by this caller. */
export type Claim = "done" | "running" | "claimed";

/**
 * Stores which deliveries were handled, so that a delivery that arrives twice is handled once (WHK-11). Several processes
 * of one app share a delivery store in their database. The store must keep handled deliveries for longer than the 48 hours in
 * which the platform retries.
 */
export interface DeliveryStore {
  /** Claim a delivery atomically, so that only one of two concurrent callers gets `claimed`. */
  claim(key: string): Promise<Claim>;
  /** Mark a delivery as handled. */
  finish(key: string): Promise<void>;
  /** Release a delivery that failed, so that it can be claimed again. */
  release(key: string): Promise<void>;
}
