import type { FieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import { holdLocations } from "../inventory/index.ts";
import type { DocumentKind } from "./document-kind.ts";
import { type Header, locationAt } from "./stock-document.ts";

export interface CheckedPlaces {
  /** The header with the names of its locations. */
  header: Header;
  faults: FieldError[];
}

const nameOf = (field: string): string => field.replace(/_id$/, "_name");

/**
 * Looks up the locations that a header names and keeps them from being deleted until the transaction ends.
 * @param placing whether units set off now: a location that is not active takes none
 */
export async function checkPlaces(
  tx: Transaction,
  { from, to }: DocumentKind,
  { store, header, placing }: { store: Store; header: Header; placing: boolean },
): Promise<CheckedPlaces> {
  const fields = [from, to].filter((field) => field !== null);
  const ids = fields.flatMap((field) => locationAt(header, field) ?? []);
  const found = await holdLocations(tx, store, ids);
  const faults: FieldError[] = [];
  const named: Record<string, Header[string]> = { ...header };
  for (const field of fields) {
    const location = found.get(locationAt(header, field) ?? 0);
    if (location === undefined) faults.push({ path: field, message: "is no location of this store" });
    else if (placing && field === to && !location.is_active)
      faults.push({ path: field, message: `is ${location.name}, which is not active and takes no stock` });
    else named[nameOf(field)] = location.name;
  }
  if (from !== null && header[from] === header[to])
    faults.push({ path: to, message: `must be another location than ${from}` });
  return { header: named, faults };
}
