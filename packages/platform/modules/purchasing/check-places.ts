import { type FieldError, fieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { holdLocations } from "../inventory/index.ts";
import type { DocumentKind } from "./document-kind.ts";
import { type Header, locationAt } from "./stock-document.ts";

export interface CheckedPlaces {
  /** The header with the names of its locations. */
  header: Header;
  errors: FieldError[];
}

const toNameField = (field: string): string => field.replace(/_id$/, "_name");

/**
 * Look up the locations that a header names and keep them from being deleted until the transaction ends.
 * @param placing whether units are sent now: a location that is not active takes none
 */
export async function checkPlaces(
  tx: Transaction,
  { from, to }: DocumentKind,
  { store, header, placing }: { store: Store; header: Header; placing: boolean },
): Promise<CheckedPlaces> {
  const fields = [from, to].filter((field) => field !== null);
  const ids = fields.flatMap((field) => locationAt(header, field) ?? []);
  const found = await holdLocations(tx, store, ids);
  const errors: FieldError[] = [];
  const named: Record<string, Header[string]> = { ...header };
  for (const field of fields) {
    const location = found.get(locationAt(header, field) ?? 0);
    if (location === undefined) errors.push(fieldError(field, "not_found", { resource: "location" }));
    else if (placing && field === to && !location.is_active)
      errors.push(
        fieldError(field, "not_allowed", {}, `${location.name} is not active and cannot receive stock.`),
      );
    else named[toNameField(field)] = location.name;
  }
  if (from !== null && header[from] === header[to])
    errors.push(fieldError(to, "conflict", { with: from }, `{field} must be another location than ${from}.`));
  return { header: named, errors };
}
