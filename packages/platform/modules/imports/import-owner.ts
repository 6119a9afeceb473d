import type { Call } from "../../routing/call.ts";
import type { ImportOwner } from "./import-store.ts";

/** Whose imports a caller sees: an app its own, people those of the shop's people. */
export function ownerOf({
  store,
  installation,
}: Pick<Call, "installation"> & { store: { id: number } }): ImportOwner {
  return { store_id: store.id, installation_id: installation?.id ?? null };
}
