/** Prepared work, and the function that does it. */
export interface PeerQueue {
  /** Send all of it. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** Requests under way at once, as in one process of Souk. */
export const atOnce = 256;
