import type { Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";

/** Another module's reason why a location must stay, as a sentence; null when it has none. */
export type LocationKeeper = (tx: Transaction, store: Store, locationId: number) => Promise<string | null>;

/** What inventory needs from later modules. */
export interface InventoryDeps {
  locationKeepers: readonly LocationKeeper[];
}
