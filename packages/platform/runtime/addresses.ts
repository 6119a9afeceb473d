/**
 * The URL at which the platform is reached from outside. In production the scheme is https and the port 443.
 */
export interface PublicUrl {
  scheme: "http" | "https";
  /** The store domain suffix without its leading dot, for example souk.localhost (SVC-1). */
  domain: string;
  port: number;
}

/** Every address the platform shows or sends. */
export interface Addresses {
  readonly domain: string;
  readonly scheme: "http" | "https";
  readonly port: number;
  readonly adminOrigin: string;
  readonly partnersOrigin: string;
  /** The origin that uploads and images are served from. */
  readonly filesOrigin: string;
  /** Return the store's hostname, without a port. */
  storeHost(handle: string): string;
  storeOrigin(handle: string): string;
  /** Return `https://admin.{domain}/{handle}`, the host_url of the interface. */
  hostUrl(handle: string): string;
}

export function createAddresses(publicUrl: PublicUrl): Addresses {
  const { scheme, domain, port } = publicUrl;
  const usual = port === (scheme === "https" ? 443 : 80);
  const origin = (host: string) => `${scheme}://${host}${usual ? "" : `:${port}`}`;
  const adminOrigin = origin(`admin.${domain}`);
  return {
    domain,
    scheme,
    port,
    adminOrigin,
    partnersOrigin: origin(`partners.${domain}`),
    filesOrigin: origin(`files.${domain}`),
    storeHost: (handle) => `${handle}.${domain}`,
    storeOrigin: (handle) => origin(`${handle}.${domain}`),
    hostUrl: (handle) => `${adminOrigin}/${handle}`,
  };
}
