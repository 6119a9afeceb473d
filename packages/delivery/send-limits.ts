/** The bounds of one request. Times are in milliseconds. */
export type SendLimits = {
  /** The limit for name resolution, connection and TLS handshake together. */
  connectMs: number;
  /** The limit from the sent request to the response's headers. */
  headersMs: number;
  /** The limit from the headers to the end of the body. */
  bodyMs: number;
  /** The limit for the whole request, which frees the connection whatever the server does. */
  totalMs: number;
  /** The limit for waiting for one of the origin's connections; after it the request counts as not sent. */
  slotMs: number;
  /** The number of body bytes after which the connection is closed. */
  readBytes: number;
  /** The number of body bytes that are kept. */
  keptBytes: number;
  /** The number of connections to one origin. */
  connections: number;
  /** The time that an idle connection is kept if the server does not name a time. */
  keepAliveMs: number;
  /** The maximum of the time that the server names. */
  maxKeepAliveMs: number;
  /** The maximum number of unused origins whose connections are kept, and for how long. */
  idleOrigins: number;
  idleOriginMs: number;
};

/** WHK-7: the default limits, for a response within about 10 seconds. */
export const defaultSendLimits: Readonly<SendLimits> = {
  connectMs: 3_000,
  headersMs: 9_000,
  bodyMs: 2_000,
  totalMs: 10_000,
  slotMs: 1_000,
  readBytes: 16 * 1024,
  keptBytes: 1024,
  connections: 8,
  keepAliveMs: 4_000,
  maxKeepAliveMs: 30_000,
  idleOrigins: 1_000,
  idleOriginMs: 60_000,
};
