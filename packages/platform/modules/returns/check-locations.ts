import type { FieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import { holdLocations } from "../inventory/index.ts";

/** What of a line of a return says where its units come back to. */
interface ComingBack {
  restock: boolean;
  location_id: number;
}

/**
 * Looks up where units come back to, and keeps the locations from being deleted until the transaction ends. Those that take
 * stock must be active.
 * @param lines each with its place among the return's, by which a fault names it
 */
export async function checkLocations(
  tx: Transaction,
  { store, lines }: { store: Store; lines: readonly [at: number, line: ComingBack][] },
  faults: FieldError[],
): Promise<void> {
  const found = await holdLocations(tx, store, [...new Set(lines.map(([, { location_id }]) => location_id))]);
  for (const [at, { restock, location_id }] of lines) {
    const path = `return_line_items.${at}.location_id`;
    const location = found.get(location_id);
    if (location === undefined) faults.push({ path, message: "is no location of this store" });
    else if (restock && !location.is_active)
      faults.push({ path, message: `is ${location.name}, which is not active and takes no stock` });
  }
}
