/** The requests that the load process sends as fast as it receives responses. */
export interface Load {
  /** The origin to connect to, for example `http://127.0.0.1:4000`. */
  origin: string;
  headers: Readonly<Record<string, string>>;
  /**
   * The requests, which are sent in turn and repeatedly. If there are more requests than connections, the same request is never
   * sent twice at the same time.
   */
  requests: readonly LoadRequest[];
  connections: number;
  /** The duration, in milliseconds. */
  durationMs: number;
}

export interface LoadRequest {
  method: "GET" | "PUT" | "POST";
  path: string;
  body?: string;
}

/** The result of a load. */
export interface LoadResult {
  /** The number of responses with status 200 per second. */
  perSecond: number;
  /** The number of responses with status 200. */
  responseCount: number;
  /** The number of responses with another status and of requests without a response. */
  failureCount: number;
  /** The first failure, as a message. */
  firstFailure: string | null;
  p50Ms: number;
  p99Ms: number;
}
