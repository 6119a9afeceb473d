import { type FieldError, fieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { loadAndLockLocations } from "../inventory/index.ts";
import type { DocumentKind } from "./document-kind.ts";
import { getLocationId, type Header } from "./stock-document.ts";

/** The result of looking up a header's locations. */
export interface CheckedLocations {
  /** The header with the names of its locations. */
  header: Header;
  errors: FieldError[];
}

const getNameField = (field: string): string => field.replace(/_id$/, "_name");

/**
 * Lock the locations of a document's header, so that they cannot be deleted until the transaction ends, and check them.
 * @param isSending whether units are sent now, so that the destination must be active
 */
export async function lockAndCheckLocations(
  tx: Transaction,
  { originField, destinationField }: DocumentKind,
  { store, header, isSending }: { store: Store; header: Header; isSending: boolean },
): Promise<CheckedLocations> {
  const fields = [originField, destinationField].filter((field) => field !== null);
  const ids = fields.flatMap((field) => getLocationId(header, field) ?? []);
  const locations = await loadAndLockLocations(tx, store, ids);
  const errors: FieldError[] = [];
  const headerWithNames: Record<string, Header[string]> = { ...header };
  for (const field of fields) {
    const location = locations.get(getLocationId(header, field) ?? 0);
    if (location === undefined) errors.push(fieldError(field, "not_found", { resource: "location" }));
    else if (isSending && field === destinationField && !location.is_active)
      errors.push(
        fieldError(field, "not_allowed", {}, `${location.name} is not active and cannot receive stock.`),
      );
    else headerWithNames[getNameField(field)] = location.name;
  }
  if (originField !== null && header[originField] === header[destinationField])
    errors.push(
      fieldError(
        destinationField,
        "conflict",
        { with: originField },
        `{field} must be a different location than ${originField}.`,
      ),
    );
  return { header: headerWithNames, errors };
}
