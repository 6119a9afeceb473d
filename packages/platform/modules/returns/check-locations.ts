import { type FieldError, fieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { loadAndLockLocations } from "../inventory/index.ts";

/** The properties of a return line that determine where its units are restocked. */
interface ReturnedLine {
  restock: boolean;
  location_id: number;
}

/**
 * Lock the locations of return lines, so that they cannot be deleted until the transaction ends, and check them. The
 * locations of restocked units must be active. Add an error for each invalid location.
 * @param input the store, and the lines with their index in the request, which is used in the paths of errors
 */
export async function lockAndCheckLocations(
  tx: Transaction,
  { store, lines }: { store: Store; lines: readonly [index: number, line: ReturnedLine][] },
  errors: FieldError[],
): Promise<void> {
  const locations = await loadAndLockLocations(tx, store, [
    ...new Set(lines.map(([, { location_id }]) => location_id)),
  ]);
  for (const [index, { restock, location_id }] of lines) {
    const path = `return_line_items.${index}.location_id`;
    const location = locations.get(location_id);
    if (location === undefined) errors.push(fieldError(path, "not_found", { resource: "location" }));
    else if (restock && !location.is_active)
      errors.push(
        fieldError(path, "not_allowed", {}, `${location.name} is not active and cannot receive stock.`),
      );
  }
}
