/** The limits of a request and of the connections to an origin. Times are in milliseconds. */
export type SendLimits = {
  /** The limit for name resolution, connection and TLS handshake together. */
  connectMs: number;
  /** The limit from the sent request to the response's headers. */
  headersMs: number;
  /** The limit from the headers to the end of the body. */
  bodyMs: number;
  /** The limit for the whole request. After this time the connection is free, whatever the server does. */
  totalMs: number;
  /** The limit for waiting for one of the origin's connections. After this time the request counts as not sent. */
  slotMs: number;
  /** The number of body bytes after which the connection is closed. */
  maxReadBytes: number;
  /** The number of body bytes that are kept. */
  maxKeptBytes: number;
  /** The maximum number of connections to one origin. */
  maxConnections: number;
  /** How long an idle connection is kept if the server specifies no time. */
  keepAliveMs: number;
  /** How long an idle connection is kept at most, even if the server specifies a longer time. */
  maxKeepAliveMs: number;
  /** The maximum number of unused origins whose connections are kept. */
  maxIdleOrigins: number;
  /** How long the connections of an unused origin are kept. */
  idleOriginMs: number;
};

/** WHK-7: the default limits, for a response within about 10 seconds. */
export const defaultSendLimits: Readonly<SendLimits> = {
  connectMs: 3_000,
  headersMs: 9_000,
  bodyMs: 2_000,
  totalMs: 10_000,
  slotMs: 1_000,
  maxReadBytes: 16 * 1024,
  maxKeptBytes: 1024,
  maxConnections: 8,
  keepAliveMs: 4_000,
  maxKeepAliveMs: 30_000,
  maxIdleOrigins: 1_000,
  idleOriginMs: 60_000,
};
