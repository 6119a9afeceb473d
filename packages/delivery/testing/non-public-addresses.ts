// The addresses are separated by white space.
const spellings = `
  127.0.0.1 127.0.0.2 127.255.255.254 127.1 2130706433 0x7f000001 0x7f.1 017700000001 0177.0.0.1
  0x7f.0.0.0x1 １２７.０.０.１ ①②⑦.0.0.1 127。0。0。1 %31%32%37.0.0.1 127.0.0.1. 0.0.0.0 0 10.0.0.1
  012.0.0.1 100.64.0.1 169.254.169.254 2852039166 168.63.129.16 172.16.0.1 192.168.1.1 192.0.0.1
  192.0.2.2 198.18.0.1 203.0.113.1 224.0.0.1 255.255.255.255 [::1] [0:0:0:0:0:0:0:1] [::]
  [::127.0.0.1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:0:127.0.0.1] [64:ff9b::7f00:1]
  [64:ff9b:1::7f00:1] [2002:7f00:1::1] [2001:0:7f00:1::80ff:fffe] [2600::5efe:127.0.0.1]
  [2600::200:5efe:7f00:1] [fc00::1] [fd00::2] [fe80::1] [fec0::1] [ff02::1] [2001:db8::1]
  [3fff::1] [100::1]
`;

/** Addresses of every kind that is not public (P20), in the notations that a URL accepts. */
export const nonPublicAddresses: readonly string[] = spellings.trim().split(/\s+/);

/** Convert an address from a URL's notation to a socket's notation. */
export function parseAddress(host: string): string {
  return new URL(`https://${host}/`).hostname.replace(/^\[|\]$/g, "");
}

/** Format an address as the host of a URL. */
export function formatHost(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}
