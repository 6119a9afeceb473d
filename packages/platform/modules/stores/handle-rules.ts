import { reservedHandles } from "@souk/contract";

const handlePattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const reservedNames: ReadonlySet<string> = new Set(reservedHandles);

/**
 * Return why a handle is not allowed for a new store, or null if it is allowed. The handle becomes a label of the store's
 * hostname (SVC-1).
 */
export function findHandleError(handle: string): string | null {
  if (!handlePattern.test(handle)) {
    return "A handle must have 1 to 63 lowercase letters, digits and hyphens, and must not begin or end with a hyphen.";
  }
  // RFC 5891: a label with hyphens in its third and fourth positions is an encoded international name, which browsers show decoded.
  if (handle.slice(2, 4) === "--") return "A handle must not have hyphens in its third and fourth positions.";
  if (reservedNames.has(handle)) return "This handle is reserved. Choose another.";
  return null;
}
