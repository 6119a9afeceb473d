import { isStoreHostname } from "@souk/signing";
import { isLocalhostName } from "../network/loopback.ts";

/**
 * Return whether a URL can be a store's page in the admin: `https://admin.{domain}/{handle}`, with plain http only on
 * names of this machine (RFC 6761). The scheme and port of the store's API come from it, so it is checked even when
 * it is signed.
 */
export function isHostUrl(text: string, storeDomainSuffix: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return false;
  const isPrivate = url.protocol === "https:" || (url.protocol === "http:" && isLocalhostName(url.hostname));
  const isPlain = /^\/[a-z0-9-]+$/.test(url.pathname) && `${url.origin}${url.pathname}` === text;
  return isPrivate && isPlain && isStoreHostname(url.hostname, storeDomainSuffix);
}

/**
 * Return the origin of a store's API: `shop` has no port, so outside port 443 scheme and port are those of a checked
 * `host_url`.
 */
export function getStoreOrigin(shop: string, hostUrl: string): string {
  const { protocol, port } = new URL(hostUrl);
  return `${protocol}//${shop}${port === "" ? "" : `:${port}`}`;
}
