/**
 * The public URL of the platform. In production, the scheme is https and the port 443 by default.
 */
export interface PublicUrl {
  scheme: "http" | "https";
  /** The store domain suffix without its leading dot, for example souk.localhost (SVC-1). */
  domain: string;
  port: number;
}

/** The origins and hostnames of the platform, derived from its public URL. */
export interface Addresses {
  readonly domain: string;
  readonly scheme: "http" | "https";
  readonly port: number;
  readonly adminOrigin: string;
  readonly partnersOrigin: string;
  /** The origin that serves images and other files. */
  readonly filesOrigin: string;
  /** Return a store's hostname without a port. */
  storeHost(handle: string): string;
  storeOrigin(handle: string): string;
  /** Return `https://admin.{domain}/{handle}`, which is the store's `host_url` in the interface. */
  hostUrl(handle: string): string;
}

/** Derive the platform's origins and hostnames from its public URL. */
export function createAddresses(publicUrl: PublicUrl): Addresses {
  const { scheme, domain, port } = publicUrl;
  const isDefaultPort = port === (scheme === "https" ? 443 : 80);
  const buildOrigin = (host: string) => `${scheme}://${host}${isDefaultPort ? "" : `:${port}`}`;
  const adminOrigin = buildOrigin(`admin.${domain}`);
  return {
    domain,
    scheme,
    port,
    adminOrigin,
    partnersOrigin: buildOrigin(`partners.${domain}`),
    filesOrigin: buildOrigin(`files.${domain}`),
    storeHost: (handle) => `${handle}.${domain}`,
    storeOrigin: (handle) => buildOrigin(`${handle}.${domain}`),
    hostUrl: (handle) => `${adminOrigin}/${handle}`,
  };
}
