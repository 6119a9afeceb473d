/** The origins that a bench sends to, all of them one receiver of this machine. */
export interface Targets {
  port: number;
  endpoints: number;
}

/**
 * Return the origin of an endpoint. A sender connects to this machine's loopback address for it (RFC 6761).
 */
export function getOrigin({ port }: Pick<Targets, "port">, endpoint: number): string {
  return `http://e${endpoint}.localhost:${port}`;
}

export const hookPath = "/hooks";

/** The senders that are compared: a bare loop, and common alternatives to an engine of their own. */
export const peerNames = ["undici", "graphile-worker", "pg-boss"] as const;
export type PeerName = (typeof peerNames)[number];

/** The requests that a sender is asked to send, in turn to each endpoint. */
export interface PeerTask {
  peer: PeerName;
  targets: Targets;
  count: number;
  /** The body of each request. */
  body: string;
  /** The address of the database of the peers' queue. */
  databaseUrl: string;
}
