/** Where a bench sends to: so many origins, all of them one receiver of this machine. */
export interface Targets {
  port: number;
  endpoints: number;
}

/** The origin of an endpoint. A sender connects to this machine's loopback address for it (RFC 6761). */
export function originOf({ port }: Pick<Targets, "port">, endpoint: number): string {
  return `http://e${endpoint}.localhost:${port}`;
}

export const hookPath = "/hooks";

/** The senders that are compared: a bare loop, and what people would use in place of an engine of their own. */
export const peerNames = ["undici", "graphile-worker", "pg-boss"] as const;
export type PeerName = (typeof peerNames)[number];

/** What a sender is asked to send: as many requests as there are, in turn to each endpoint. */
export interface PeerTask {
  peer: PeerName;
  targets: Targets;
  count: number;
  /** The body of each. */
  body: string;
  /** Of the queue that the peers stand on. */
  databaseUrl: string;
}
