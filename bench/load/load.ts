/** What the load process is asked to send, as fast as the answers come. */
export interface Load {
  /** Where to connect, for example `http://127.0.0.1:4000`. */
  origin: string;
  headers: Readonly<Record<string, string>>;
  /** Sent in turn, over and over; no two of one list are under way at once while it is longer than `connections`. */
  requests: readonly LoadRequest[];
  connections: number;
  /** How long, in ms. */
  forMs: number;
}

export interface LoadRequest {
  method: "GET" | "PUT" | "POST";
  path: string;
  body?: string;
}

/** What came back. */
export interface Fired {
  /** Answers with status 200 per second. */
  perSecond: number;
  answers: number;
  /** Answers with another status, and requests without an answer. */
  failures: number;
  /** The first failure, for people. */
  firstFailure: string | null;
  p50Ms: number;
  p99Ms: number;
}
