import { isStoreHostname } from "@souk/signing";
import { isLocalhostName } from "../network/loopback.ts";

/**
 * Return whether a URL can be a store's `host_url`: `https://admin.{domain}/{handle}`, with the domain of the admin. For
 * hostnames of this machine (RFC 6761), the scheme may also be `http`. The host URL determines the scheme and port of the
 * store's API, so it is checked even if it is signed.
 */
export function isHostUrl(text: string, adminDomain: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return false;
  const isSecure = url.protocol === "https:" || (url.protocol === "http:" && isLocalhostName(url.hostname));
  const hasOnlyHandle = /^\/[a-z0-9-]+$/.test(url.pathname) && `${url.origin}${url.pathname}` === text;
  return isSecure && hasOnlyHandle && isStoreHostname(url.hostname, adminDomain);
}

/**
 * Return the origin of a store's API. `shop` has no scheme and port, so those of the validated `host_url` are used.
 */
export function getStoreOrigin(shop: string, hostUrl: string): string {
  const { protocol, port } = new URL(hostUrl);
  return `${protocol}//${shop}${port === "" ? "" : `:${port}`}`;
}
