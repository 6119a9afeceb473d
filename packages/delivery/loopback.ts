/**
 * Says whether a URL's host is one of the names by which development reaches this machine.
 *
 * Only these spellings count: no other address of 127.0.0.0/8, no mapped form, no name that happens to resolve here.
 *
 * @param hostname the `hostname` of a parsed URL, with or without a trailing dot
 */
export function isLoopbackName(hostname: string): boolean {
  return loopbackAddresses(hostname).length > 0;
}

/**
 * The addresses of a loopback name, without asking anybody: RFC 6761 reserves `localhost` and all below it, and the
 * system's resolver on Linux does not know the names below it.
 *
 * @param hostname as in a parsed URL; the brackets of an IPv6 address may be missing
 * @returns no address when it is not a loopback name
 */
export function loopbackAddresses(hostname: string): string[] {
  const name = hostname.replace(/\.$/, "");
  if (name === "localhost" || name.endsWith(".localhost")) return ["127.0.0.1", "::1"];
  if (name === "127.0.0.1") return [name];
  if (name === "[::1]" || name === "::1") return ["::1"];
  return [];
}
