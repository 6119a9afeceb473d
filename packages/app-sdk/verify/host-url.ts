import { isShopOf } from "@souk/signing";
import { isLocalhostName } from "../network/loopback.ts";

/**
 * Says whether an address can be a shop's place in the admin: `https://admin.{domain}/{handle}`, with plain http only on
 * names that are this machine (RFC 6761). The scheme and port of the shop's API come from it, so it is held to this even when
 * it is signed.
 */
export function isHostUrl(text: string, storeDomainSuffix: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return false;
  const isPrivate = url.protocol === "https:" || (url.protocol === "http:" && isLocalhostName(url.hostname));
  const isPlain = /^\/[a-z0-9-]+$/.test(url.pathname) && `${url.origin}${url.pathname}` === text;
  return isPrivate && isPlain && isShopOf(url.hostname, storeDomainSuffix);
}

/** Where a shop's API is: `shop` never carries a port, so outside port 443 scheme and port are those of a checked `host_url`. */
export function shopOrigin(shop: string, hostUrl: string): string {
  const { protocol, port } = new URL(hostUrl);
  return `${protocol}//${shop}${port === "" ? "" : `:${port}`}`;
}
