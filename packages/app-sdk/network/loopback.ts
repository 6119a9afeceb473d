import type { LookupFunction } from "node:net";

const addresses = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/**
 * Return whether a name is `localhost` or one of its subdomains, which RFC 6761, section 6.3, reserves for this machine.
 */
export function isLocalhostName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "").toLowerCase();
  return name === "localhost" || name.endsWith(".localhost");
}

/** Return whether a URL's hostname is a loopback name or address of this machine. */
export function isLoopbackName(hostname: string): boolean {
  return isLocalhostName(hostname) || hostname === "127.0.0.1" || hostname === "[::1]";
}

/**
 * Look up a loopback name without the system's resolver, because the resolver of Linux does not resolve subdomains of localhost.
 */
export const lookupLocalhost: LookupFunction = (_hostname, options, callback) => {
  if (options.all) callback(null, addresses);
  else callback(null, "127.0.0.1", 4);
};
