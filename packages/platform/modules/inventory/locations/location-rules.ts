import { fieldError, normalizeCountryCode, throwApiError, throwFieldError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { handlesFor } from "../../../infrastructure/handles-for.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { type LocationFields, type LocationInput, locationColumnUses } from "./location-columns.ts";
import { takenCodes } from "./location-store.ts";

/**
 * Read the written fields of a body, trimmed where people type.
 * @param kept the country's code before the change, which stays when it is sent again
 * @throws ApiError invalid naming a blank name, or an unknown country
 */
export function readLocationInput(body: LocationInput, kept = ""): Partial<LocationFields> {
  const input = locationColumnUses.copySent(body);
  if (input.name === "") throwFieldError("name", "required");
  const { country_code: code } = body;
  if (code === undefined) return input;
  const country_code = code === kept ? code : normalizeCountryCode(code);
  return {
    ...input,
    country_code:
      country_code ?? throwFieldError("country_code", "invalid_format", { format: "country_code" }),
  };
}

/**
 * Check that exactly one location is primary, and that it is active (INV-9).
 * @param now the location's state before the change
 * @throws ApiError invalid naming is_primary or is_active
 */
export function assertPrimaryRules(
  input: Partial<LocationFields>,
  now: { is_primary: boolean; is_active: boolean },
): void {
  const { is_primary = now.is_primary, is_active = now.is_active } = input;
  if (now.is_primary && is_primary === false)
    throwFieldError(
      "is_primary",
      "not_allowed",
      { allowed: [true] },
      "{field} cannot be set to false. Make another location primary instead.",
    );
  if (is_primary === true && is_active === false) {
    if (now.is_primary || input.is_active === false)
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
      "An inactive location cannot be primary. Send is_active true with it.",
    );
  }
}

/** Check that a location's code is free. @throws ApiError invalid when another location of the store has the code */
export async function assertFreeCode(
  tx: Transaction,
  store: Store,
  { code, except }: { code: unknown; except?: number },
): Promise<void> {
  if (typeof code !== "string") return;
  const taken = await takenCodes(tx, store, { codes: [code.toLowerCase()], except: except ?? null });
  if (taken.size > 0) throwFieldError("code", "not_unique", { resource: "location" });
}

const locationNextStatement = defineStatement(
  "location_next",
  "select coalesce(max(id), 0) + 1 as next from locations where store_id = $1",
);

/** Make a free code from a location's name. */
export async function codeFor(tx: Transaction, store: Store, name: string): Promise<string> {
  const row = await tx.maybeOne<{ next: number }>(locationNextStatement, [store.id]);
  const codes = handlesFor(name, "location", String(row?.next ?? 1));
  const taken = await takenCodes(tx, store, { codes });
  const free = codes.find((code) => !taken.has(code));
  return (
    free ??
    throwApiError("invalid", {
      fields: [fieldError("code", "required", {}, "{field} is required, because none could be generated.")],
    })
  );
}
