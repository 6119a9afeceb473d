/** Return the first `groupCount` groups of 16 bits of an IPv6 address as a network. Return an IPv4 address whole. */
function truncateAddress(address: string, groupCount: number): string {
  const mappedAddress = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mappedAddress !== undefined) return mappedAddress;
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const leftGroups = head.split(":").filter((group) => group !== "");
  const rightGroups = (tail ?? "").split(":").filter((group) => group !== "");
  const zeros = Array<string>(Math.max(0, 8 - leftGroups.length - rightGroups.length)).fill("0");
  const networkGroups = [...leftGroups, ...zeros, ...rightGroups].slice(0, groupCount);
  const normalizedGroups = networkGroups.map((group) => Number.parseInt(group, 16).toString(16));
  return `${normalizedGroups.join(":")}::/${groupCount * 16}`;
}

/**
 * Return the network by which a client is counted in limits per IP address: a whole IPv4 address, or the first
 * 64 bits of an IPv6 address, because a client can choose the other 64 bits freely for each request.
 * @param address the client's IP address from the socket or a trusted proxy
 */
export function getNetwork(address: string): string {
  return truncateAddress(address, 4);
}

/**
 * Return the site that a client belongs to: a whole IPv4 address, or the first 48 bits of an IPv6 address. An internet
 * provider may give a single customer all 65,536 networks that share these 48 bits.
 * @param address the client's IP address from the socket or a trusted proxy
 */
export function getSite(address: string): string {
  return truncateAddress(address, 3);
}
