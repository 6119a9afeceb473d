/** The bounds of one request. Times are in milliseconds. */
export type SendLimits = {
  /** Name, connection and TLS handshake together. */
  connectMs: number;
  /** From the request written to the answer's headers. */
  headersMs: number;
  /** From the headers to the end of the body that is read. */
  bodyMs: number;
  /** All of it, by our own clock: this frees the slot whatever the other side does. */
  totalMs: number;
  /** How long a request waits for one of its origin's connections before it counts as not sent. */
  slotMs: number;
  /** After so many bytes of body the connection is cut. */
  readBytes: number;
  /** So many of them are kept. */
  keptBytes: number;
  /** Connections to one origin. */
  connections: number;
  /** How long an unused connection is kept, unless the server names a time… */
  keepAliveMs: number;
  /** … of at most this. */
  keepAliveAtMostMs: number;
  /** How many origins without a request under way are remembered, and for how long. */
  idleOrigins: number;
  idleOriginMs: number;
};

/** WHK-7: an answer within about 10 seconds. The rest follows from it. */
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
  keepAliveAtMostMs: 30_000,
  idleOrigins: 1_000,
  idleOriginMs: 60_000,
};
