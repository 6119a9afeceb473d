import { BlockList } from "node:net";

/** The trusted proxies: all (true), none (false), their number, or their IP addresses and ranges. */
export type TrustedProxies = boolean | number | string[];

/** Returns whether the peer of this hop is trusted to name the client before it. Hop 0 is the connection itself. */
type TrustsHop = (address: string, hop: number) => boolean;

// Loopback and the networks in which a proxy of the same operator runs (RFC 1918, RFC 6598, RFC 4193, link-local).
const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  privateNetworks.addSubnet(network, prefix, "ipv4");
privateNetworks.addAddress("::1", "ipv6");
privateNetworks.addSubnet("fc00::", 7, "ipv6");
privateNetworks.addSubnet("fe80::", 10, "ipv6");

function isPrivate(address: string): boolean {
  return privateNetworks.check(address, address.includes(":") ? "ipv6" : "ipv4");
}

/**
 * Convert SOUK_TRUST_PROXY to what Fastify's option `trustProxy` accepts. A number of proxies applies only to a connection
 * from a loopback or private address, since a client that connects directly could otherwise write any X-Forwarded-For header.
 */
export function toTrustProxy(proxies: TrustedProxies): boolean | string[] | TrustsHop {
  if (typeof proxies !== "number") return proxies;
  return (address, hop) => hop < proxies && (hop > 0 || isPrivate(address));
}
