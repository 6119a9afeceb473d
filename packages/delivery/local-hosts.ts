import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { findLoopbackAddresses } from "./loopback.ts";

/** Hosts of a developer's network that outgoing requests may reach besides loopback names, in development only. */
export interface LocalHosts {
  /** Whether a URL may have this host: a listed name, or an address of a listed range. */
  includesHost(hostname: string): boolean;
  /** Whether a connection may go to an address, because a listed range includes it. */
  includesAddress(address: string): boolean;
}

/**
 * What requests may reach besides public addresses: nothing (false), this machine's loopback names (true), or these loopback
 * names and the listed hosts (`LocalHosts`). It is always false in production.
 */
export type LocalAccess = boolean | LocalHosts;

/** Remove the brackets of an IPv6 address and a trailing dot. */
const normalizeHostname = (hostname: string): string =>
  hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");

/** Create the list of local hosts. @param entries host names, IP addresses and ranges such as `192.168.0.0/16` */
export function createLocalHosts(entries: readonly string[]): LocalHosts {
  const names = new Set<string>();
  const ranges = new BlockList();
  for (const entry of entries) {
    const [address = "", prefix] = entry.split("/");
    const family = isIP(address);
    const type = family === 4 ? "ipv4" : "ipv6";
    if (family === 0) names.add(entry.toLowerCase());
    else if (prefix === undefined) ranges.addAddress(address, type);
    else ranges.addSubnet(address, Number(prefix), type);
  }
  const includesAddress = (address: string): boolean => {
    const family = isIP(address);
    return family !== 0 && ranges.check(address, family === 4 ? "ipv4" : "ipv6");
  };
  return {
    includesHost: (hostname) =>
      names.has(normalizeHostname(hostname)) || includesAddress(normalizeHostname(hostname)),
    includesAddress,
  };
}

/** Return whether a URL's host is one that requests may reach although it is on this machine or in a developer's network. */
export function isLocalHost(hostname: string, access: LocalAccess): boolean {
  if (access === false) return false;
  if (findLoopbackAddresses(hostname).length > 0) return true;
  return access !== true && access.includesHost(hostname);
}

/**
 * Find the addresses of a local host. Names are resolved with the system's resolver, so that names in `/etc/hosts` are found.
 * @returns an empty list if the host is not local, or has no address
 */
export async function findLocalAddresses(hostname: string, access: LocalAccess): Promise<string[]> {
  if (!isLocalHost(hostname, access)) return [];
  const loopback = findLoopbackAddresses(hostname);
  if (loopback.length > 0) return loopback;
  const name = normalizeHostname(hostname);
  if (isIP(name) !== 0) return [name];
  const results = await lookup(name, { all: true }).catch(() => []);
  return results.map(({ address }) => address);
}
