import type { Addresses } from "../runtime/addresses.ts";

/** The kinds of host the platform serves; `unknown` is any other host. */
export type HostKind = "store" | "admin" | "partners" | "files" | "apex" | "unknown";

export interface Host {
  kind: HostKind;
  /** The store's handle on a store host, else empty. */
  handle: string;
}

const special: ReadonlyMap<string, HostKind> = new Map([
  ["admin", "admin"],
  ["partners", "partners"],
  ["files", "files"],
  ["www", "apex"],
]);
const unknown: Host = { kind: "unknown", handle: "" };

/**
 * Read a Host header: lower-cased, without its port. A name that is not one label below the platform's domain
 * is unknown (SVC-1).
 */
export function readHost(header: string | undefined, addresses: Addresses): Host {
  if (header === undefined) return unknown;
  const name = header.toLowerCase().replace(/:\d{1,5}$/, "");
  if (name === addresses.domain) return { kind: "apex", handle: "" };
  if (!name.endsWith(`.${addresses.domain}`)) return unknown;
  const label = name.slice(0, -addresses.domain.length - 1);
  const kind = special.get(label);
  if (kind) return { kind, handle: "" };
  return isHandle(label) ? { kind: "store", handle: label } : unknown;
}

/** Return whether a text could be a store's handle: one label of a hostname. */
export function isHandle(text: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text);
}
