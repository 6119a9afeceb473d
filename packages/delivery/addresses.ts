import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";

// The IPv4 blocks of the IANA special-purpose registry, multicast (224.0.0.0/4), and the host agent of Azure (168.63.129.16).
const rejectedIpv4 = createBlockList("ipv4", [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
]);

// Public IPv6 addresses are inside 2000::/3. Every other address is local, mapped or translated (::1, ::ffff:…, 64:ff9b::…,
// fc00::/7, fe80::/10, ff00::/8).
const globalIpv6 = createBlockList("ipv6", ["2000::/3"]);

// The special blocks inside 2000::/3: Teredo and its neighbors, documentation, 6to4, AS112.
const rejectedIpv6 = createBlockList("ipv6", [
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3fff::/20",
]);

/**
 * Return whether the platform may connect to an address (WHK-2, P20).
 *
 * @param address an IP address as sockets report it; an address with a zone id, or any other text, is not public
 * @param machineAddresses the addresses of this machine's interfaces, which are rejected even when they are public
 */
export function isPublicAddress(address: string, machineAddresses: readonly string[]): boolean {
  if (isIPv4(address)) return !rejectedIpv4.check(address, "ipv4") && !machineAddresses.includes(address);
  if (!isIPv6(address) || address.includes("%")) return false;
  if (!globalIpv6.check(address, "ipv6") || rejectedIpv6.check(address, "ipv6")) return false;
  const groups = parseIpv6Groups(address);
  return (
    !isIsatap(groups) &&
    !machineAddresses.some((other) => isIPv6(other) && areEqual(groups, parseIpv6Groups(other)))
  );
}

/** List the current addresses of this machine's network interfaces. */
export function listMachineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).map((info) => info.address),
  );
}

/**
 * Return whether a URL's host name is an IP address. The URL parser has already normalized every spelling of IPv4.
 */
export function isIpAddressLiteral(hostname: string): boolean {
  return hostname.startsWith("[") || isIP(hostname) !== 0;
}

// RFC 5214: an interface identifier of 0000:5efe or 0200:5efe contains an IPv4 address, to which a router forwards the
// packet.
function isIsatap(groups: readonly string[]): boolean {
  return groups[5] === "5efe" && (groups[4] === "0" || groups[4] === "200");
}

function parseIpv6Groups(address: string): string[] {
  const withoutZone = address.split("%")[0] ?? "";
  const canonical = new URL(`http://[${withoutZone}]/`).hostname.slice(1, -1);
  const [head = "", tail = ""] = canonical.split("::");
  const headGroups = head === "" ? [] : head.split(":");
  const tailGroups = tail === "" ? [] : tail.split(":");
  const zeroGroups = Array.from({ length: 8 - headGroups.length - tailGroups.length }, () => "0");
  return [...headGroups, ...zeroGroups, ...tailGroups];
}

function areEqual(left: readonly string[], right: readonly string[]): boolean {
  return left.every((group, index) => group === right[index]);
}

function createBlockList(family: "ipv4" | "ipv6", blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [network = "", prefix = ""] = block.split("/");
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}
