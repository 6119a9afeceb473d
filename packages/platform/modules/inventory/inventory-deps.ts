import type { Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";

/** Checks whether another module needs a location. @returns a sentence that says why it cannot be deleted, or null if it can be */
export type LocationDeletionCheck = (
  tx: Transaction,
  store: Store,
  locationId: number,
) => Promise<string | null>;

/** What the inventory module needs from other modules. */
export interface InventoryDeps {
  locationDeletionChecks: readonly LocationDeletionCheck[];
}
