/**
 * Return whether a URL's host is one of the loopback names that development mode allows.
 *
 * Other addresses in 127.0.0.0/8, IPv4-mapped addresses and names that merely resolve to this machine do not count.
 *
 * @param hostname the `hostname` of a parsed URL, with or without a trailing dot
 */
export function isLoopbackName(hostname: string): boolean {
  return findLoopbackAddresses(hostname).length > 0;
}

/**
 * Return the addresses of a loopback name without asking a name server. RFC 6761 reserves `localhost` and its subdomains,
 * but the system's resolver on Linux does not know the subdomains.
 *
 * @param hostname the `hostname` of a parsed URL; the brackets of an IPv6 address may be missing
 * @returns an empty list if the name is not a loopback name
 */
export function findLoopbackAddresses(hostname: string): string[] {
  const name = hostname.replace(/\.$/, "");
  if (name === "localhost" || name.endsWith(".localhost")) return ["127.0.0.1", "::1"];
  if (name === "127.0.0.1") return [name];
  if (name === "[::1]" || name === "::1") return ["::1"];
  return [];
}
