import { fieldError, normalizeCountryCode, throwApiError, throwFieldError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { listHandleCandidates } from "../../../infrastructure/handle-candidates.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { type LocationFields, type LocationInput, locationColumnFunctions } from "./location-columns.ts";
import { findUsedCodes } from "./location-store.ts";

/**
 * Read the sent fields of a location, and trim the texts.
 * @param currentCountryCode the country code before the change, which is always accepted
 * @throws ApiError `invalid` for a blank name or an unknown country
 */
export function readLocationInput(body: LocationInput, currentCountryCode = ""): Partial<LocationFields> {
  const input = locationColumnFunctions.copyProvided(body);
  if (input.name === "") throwFieldError("name", "required");
  const code = body.country_code;
  if (code === undefined) return input;
  const country_code = code === currentCountryCode ? code : normalizeCountryCode(code);
  return {
    ...input,
    country_code:
      country_code ?? throwFieldError("country_code", "invalid_format", { format: "country_code" }),
  };
}

/**
 * Check that after a change, the store still has exactly one primary location, and that this location is active (INV-9).
 * @param current the location's state before the change
 * @throws ApiError `invalid` for is_primary or is_active
 */
export function assertPrimaryRules(
  input: Partial<LocationFields>,
  current: { is_primary: boolean; is_active: boolean },
): void {
  const { is_primary = current.is_primary, is_active = current.is_active } = input;
  if (current.is_primary && is_primary === false)
    throwFieldError(
      "is_primary",
      "not_allowed",
      { allowed: [true] },
      "{field} cannot be set to false. Make another location primary instead.",
    );
  if (is_primary === true && is_active === false) {
    if (current.is_primary || input.is_active === false)
      throwFieldError(
        "is_active",
        "not_allowed",
        { allowed: [true] },
        "{field} must be true for the primary location.",
      );
    throwFieldError(
      "is_primary",
      "conflict",
      { with: "is_active" },
      "An inactive location cannot be primary. Send is_active: true together with is_primary.",
    );
  }
}

/** Check that no other location of the store has this code. @throws ApiError `invalid` */
export async function assertFreeCode(
  tx: Transaction,
  store: Store,
  { code, exceptId }: { code: unknown; exceptId?: number },
): Promise<void> {
  if (typeof code !== "string") return;
  const usedCodes = await findUsedCodes(tx, store, {
    codes: [code.toLowerCase()],
    exceptId: exceptId ?? null,
  });
  if (usedCodes.size > 0) throwFieldError("code", "not_unique", { resource: "location" });
}

const nextIdStatement = defineStatement(
  "location_next",
  "select coalesce(max(id), 0) + 1 as next from locations where store_id = $1",
);

/** Create an unused code from a location's name. @throws ApiError `invalid` if every candidate is in use in the store */
export async function createFreeCode(tx: Transaction, store: Store, name: string): Promise<string> {
  const row = await tx.maybeOne<{ next: number }>(nextIdStatement, [store.id]);
  const candidates = listHandleCandidates(name, "location", String(row?.next ?? 1));
  const usedCodes = await findUsedCodes(tx, store, { codes: candidates });
  const freeCode = candidates.find((code) => !usedCodes.has(code));
  return (
    freeCode ??
    throwApiError("invalid", {
      fields: [
        fieldError(
          "code",
          "required",
          {},
          "{field} is required, because no code could be generated from the name.",
        ),
      ],
    })
  );
}
