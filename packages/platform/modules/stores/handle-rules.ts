import { reservedHandles } from "@souk/contract";

const shape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const reserved: ReadonlySet<string> = new Set(reservedHandles);

/**
 * Return the error of a new store's handle, or null. The handle becomes a part of the store's hostname
 * (SVC-1).
 */
export function findHandleError(handle: string): string | null {
  if (!shape.test(handle)) {
    return "A handle must have 1 to 63 lowercase letters, digits and hyphens, and must not begin or end with a hyphen.";
  }
  // RFC 5891: such labels are kept for encoded names, which browsers would show as other letters.
  if (handle.slice(2, 4) === "--") return "A handle must not have hyphens in its third and fourth positions.";
  if (reserved.has(handle)) return "This handle is reserved. Choose another.";
  return null;
}
