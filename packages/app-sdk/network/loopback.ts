import type { LookupFunction } from "node:net";

const addresses = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/** `localhost` and every name below it: RFC 6761, section 6.3, says that they are this machine and nothing else. */
export function isLocalhostName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "").toLowerCase();
  return name === "localhost" || name.endsWith(".localhost");
}

/** A name or an address of this machine, as it stands in a URL. */
export function isLoopbackName(hostname: string): boolean {
  return isLocalhostName(hostname) || hostname === "127.0.0.1" || hostname === "[::1]";
}

/** Answers this machine's addresses without asking a resolver: the one of Linux does not know names below localhost. */
export const lookupLocalhost: LookupFunction = (_hostname, options, callback) => {
  if (options.all) callback(null, addresses);
  else callback(null, "127.0.0.1", 4);
};
