import type { LookupFunction } from "node:net";

const addresses = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/**
 * Return whether a name is `localhost` or below it: RFC 6761, section 6.3, reserves those for this machine.
 */
export function isLocalhostName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "").toLowerCase();
  return name === "localhost" || name.endsWith(".localhost");
}

/** Check for a name or an address of this machine, as written in a URL. */
export function isLoopbackName(hostname: string): boolean {
  return isLocalhostName(hostname) || hostname === "127.0.0.1" || hostname === "[::1]";
}

/**
 * Return this machine's addresses without a resolver: the one of Linux does not resolve names below localhost.
 */
export const lookupLocalhost: LookupFunction = (_hostname, options, callback) => {
  if (options.all) callback(null, addresses);
  else callback(null, "127.0.0.1", 4);
};
