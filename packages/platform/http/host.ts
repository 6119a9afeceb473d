import type { Addresses } from "../runtime/addresses.ts";

/**
 * The kinds of host the platform serves. `apex` is a bare domain or its `www` host. `moved` is the former host of the admin, the
 * partner dashboard or the files, below the stores' domain. `unknown` is any other host.
 */
export type HostKind = "store" | "admin" | "partners" | "files" | "apex" | "moved" | "unknown";

export interface Host {
  kind: HostKind;
  /** The store's handle if `kind` is `store`, otherwise empty. */
  handle: string;
}

const reservedLabels: ReadonlyMap<string, HostKind> = new Map([
  ["admin", "admin"],
  ["partners", "partners"],
  ["files", "files"],
  ["www", "apex"],
]);
const unknownHost: Host = { kind: "unknown", handle: "" };

/**
 * Return which of the platform's hosts a Host header names. A hostname is `unknown` unless it is one of the platform's domains,
 * or a reserved label or a store's handle directly below one (SVC-1).
 */
export function readHost(header: string | undefined, addresses: Addresses): Host {
  if (header === undefined) return unknownHost;
  const hostname = header.toLowerCase().replace(/:\d{1,5}$/, "");
  if (addresses.ownDomains.includes(hostname)) return { kind: "apex", handle: "" };
  const domain = addresses.ownDomains.find((ownDomain) => hostname.endsWith(`.${ownDomain}`));
  if (domain === undefined) return unknownHost;
  const label = hostname.slice(0, -domain.length - 1);
  const kind = reservedLabels.get(label);
  if (kind) {
    const isCurrentHost = kind === "apex" || domain === addresses.adminDomain;
    return { kind: isCurrentHost ? kind : "moved", handle: "" };
  }
  return domain === addresses.domain && isHandle(label) ? { kind: "store", handle: label } : unknownHost;
}

/** Return whether a text is a valid store handle, which is one label of a hostname. */
export function isHandle(text: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text);
}
