/** The public URL of the platform. In production, the scheme is https, and the port is 443 by default. */
export interface PublicUrl {
  scheme: "http" | "https";
  /** The store domain suffix without its leading dot, for example souk.localhost (SVC-1). */
  domain: string;
  port: number;
}

/** The origins and hostnames of the platform, derived from its public URL and the domain of its admin. */
export interface Addresses {
  /** The domain of the stores. */
  readonly domain: string;
  /** The domain of the admin, the partner dashboard and the files; by default the domain of the stores. */
  readonly adminDomain: string;
  /** The platform's domains, without repetition. */
  readonly ownDomains: readonly string[];
  readonly scheme: "http" | "https";
  readonly port: number;
  readonly adminOrigin: string;
  readonly partnersOrigin: string;
  /** The origin that serves images and other files. */
  readonly filesOrigin: string;
  /** Return a store's hostname without a port. */
  storeHost(handle: string): string;
  storeOrigin(handle: string): string;
  /** Return `{adminOrigin}/{handle}`, which is the store's `host_url` in the API. */
  hostUrl(handle: string): string;
}

/**
 * Derive the platform's origins and hostnames from its public URL.
 *
 * @param separateAdminDomain the domain of the admin, the partner dashboard and the files; null if it is the domain of the stores
 */
export function createAddresses(publicUrl: PublicUrl, separateAdminDomain: string | null = null): Addresses {
  const { scheme, domain, port } = publicUrl;
  const isDefaultPort = port === (scheme === "https" ? 443 : 80);
  const buildOrigin = (host: string) => `${scheme}://${host}${isDefaultPort ? "" : `:${port}`}`;
  const adminDomain = separateAdminDomain ?? domain;
  const adminOrigin = buildOrigin(`admin.${adminDomain}`);
  return {
    domain,
    adminDomain,
    ownDomains: [...new Set([domain, adminDomain])],
    scheme,
    port,
    adminOrigin,
    partnersOrigin: buildOrigin(`partners.${adminDomain}`),
    filesOrigin: buildOrigin(`files.${adminDomain}`),
    storeHost: (handle) => `${handle}.${domain}`,
    storeOrigin: (handle) => buildOrigin(`${handle}.${domain}`),
    hostUrl: (handle) => `${adminOrigin}/${handle}`,
  };
}
