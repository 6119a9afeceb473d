/**
 * Return the network by which a client is counted in limits per IP address: a whole IPv4 address, or the first
 * 64 bits of an IPv6 address, because a client can choose the other 64 freely for each request.
 * @param address the client's IP address from the socket or a trusted proxy
 */
export function getNetwork(address: string): string {
  const mappedAddress = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mappedAddress !== undefined) return mappedAddress;
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const leftGroups = head.split(":").filter((group) => group !== "");
  const rightGroups = (tail ?? "").split(":").filter((group) => group !== "");
  const zeros = Array<string>(Math.max(0, 8 - leftGroups.length - rightGroups.length)).fill("0");
  const network = [...leftGroups, ...zeros, ...rightGroups].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
