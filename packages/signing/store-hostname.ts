const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const hostname = new RegExp(`^${label}(?:\\.${label})*$`);

/**
 * Return whether `shop` is a host name below the store domain suffix (SVC-1, INS-20), so that a secret may be sent
 * there.
 *
 * @param shop the value as sent: a bare host name, without scheme, port or path
 * @param storeDomainSuffix with or without its leading dot
 */
export function isStoreHostname(shop: string, storeDomainSuffix: string): boolean {
  const suffix = storeDomainSuffix.startsWith(".") ? storeDomainSuffix : `.${storeDomainSuffix}`;
  return shop.length <= 253 && shop.endsWith(suffix) && hostname.test(shop);
}
