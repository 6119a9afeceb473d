/** The endpoints that requests go to. All of them are origins of one receiver on this machine. */
export interface Targets {
  port: number;
  endpointCount: number;
}

/** Return the origin of an endpoint, a subdomain of localhost (RFC 6761). */
export function getOrigin({ port }: Pick<Targets, "port">, endpointIndex: number): string {
  return `http://e${endpointIndex}.localhost:${port}`;
}

/** The path of each endpoint. */
export const hookPath = "/hooks";

/** The senders that Souk is compared with: a bare loop over undici and two common job queues. */
export const peerNames = ["undici", "graphile-worker", "pg-boss"] as const;
export type PeerName = (typeof peerNames)[number];

/** The requests that a peer sends, distributed evenly over the endpoints. */
export interface PeerTask {
  peer: PeerName;
  targets: Targets;
  /** The number of requests. */
  count: number;
  /** The body of each request. */
  body: string;
  /** The URL of the database for the peer's queue. */
  databaseUrl: string;
}
