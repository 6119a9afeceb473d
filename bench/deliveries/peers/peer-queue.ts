/** A peer, which is a sender that Souk is compared with, and the requests that it is ready to send. */
export interface PeerQueue {
  /** Send all requests. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** The maximum number of concurrent requests, as in one process of Souk. */
export const maxConcurrentRequests = 256;
