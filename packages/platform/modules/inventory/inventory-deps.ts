import type { Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";

/** Checks whether another module needs a location. @returns why the location cannot be deleted, as a sentence, or null */
export type LocationDeletionCheck = (
  tx: Transaction,
  store: Store,
  locationId: number,
) => Promise<string | null>;

/** What the inventory module needs from other modules. */
export interface InventoryDeps {
  locationDeletionChecks: readonly LocationDeletionCheck[];
}
