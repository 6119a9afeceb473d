const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const hostnamePattern = new RegExp(`^${label}(?:\\.${label})*$`);

/**
 * Return whether `shop` is a hostname below the store domain suffix (SVC-1, INS-20). An app may send its secret only to
 * such a host.
 *
 * @param shop the received value; it must be a hostname without scheme, port or path
 * @param storeDomainSuffix the suffix, with or without a leading dot
 */
export function isStoreHostname(shop: string, storeDomainSuffix: string): boolean {
  const suffix = storeDomainSuffix.startsWith(".") ? storeDomainSuffix : `.${storeDomainSuffix}`;
  return shop.length <= 253 && shop.endsWith(suffix) && hostnamePattern.test(shop);
}
