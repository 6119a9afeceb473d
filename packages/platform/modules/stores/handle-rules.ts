import { reservedHandles } from "@souk/contract";

const shape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const reserved: ReadonlySet<string> = new Set(reservedHandles);

/** What is wrong with the handle of a new store, or null. It becomes a label of the shop's hostname (SVC-1). */
export function handleFault(handle: string): string | null {
  if (!shape.test(handle)) {
    return "A handle has 1 to 63 lower-case letters, digits and hyphens, and a hyphen neither first nor last.";
  }
  // RFC 5891: such labels are kept for encoded names, which browsers would show as other letters.
  if (handle.slice(2, 4) === "--") return "A handle has no two hyphens at its third and fourth place.";
  if (reserved.has(handle)) return "This handle is an address of the platform; choose another.";
  return null;
}
