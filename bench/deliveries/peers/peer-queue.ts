/** Work that lies ready, and how it is done. */
export interface PeerQueue {
  /** Sends all of it. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** Requests under way at once, as in one process of Souk. */
export const atOnce = 256;
