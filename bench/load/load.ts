/** The requests that the load process sends, as fast as the responses come. */
export interface Load {
  /** The origin to connect to, for example `http://127.0.0.1:4000`. */
  origin: string;
  headers: Readonly<Record<string, string>>;
  /**
   * The requests, sent in turn and repeatedly; no two of one list are under way at once while it is longer than
   * `connections`.
   */
  requests: readonly LoadRequest[];
  connections: number;
  /** The duration, in ms. */
  forMs: number;
}

export interface LoadRequest {
  method: "GET" | "PUT" | "POST";
  path: string;
  body?: string;
}

/** The responses to a load. */
export interface Fired {
  /** The responses with status 200 per second. */
  perSecond: number;
  answers: number;
  /** Answers with another status, and requests without an answer. */
  failures: number;
  /** The first failure, for people. */
  firstFailure: string | null;
  p50Ms: number;
  p99Ms: number;
}
