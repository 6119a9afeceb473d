/** All requests of a peer, ready to be sent. */
export interface PeerQueue {
  /** Send all requests. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** The maximum number of concurrent requests, as in one process of Souk. */
export const maxConcurrentRequests = 256;
