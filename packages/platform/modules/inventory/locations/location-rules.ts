import { type BodyOf, findCountry, noCountry, type operations, refuse, refuseField } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { handlesFor } from "../../../handles-for.ts";
import type { Store } from "../../../routing/call.ts";
import { type LocationInput, locationFields, takenCodes } from "./location-store.ts";

type Sent = BodyOf<typeof operations.updateLocation>;

/**
 * What of a body is written: its known fields, trimmed where people type.
 * @param kept the country's code of before, which stays when it is sent again
 * @throws Refusal invalid naming a blank name, or a country that there is not
 */
export function readLocationInput(body: Sent, kept = ""): LocationInput {
  const input: LocationInput = {};
  for (const field of locationFields) {
    const value = body[field];
    if (value !== undefined) input[field] = typeof value === "string" ? value.trim() : value;
  }
  if (input.name === "") refuseField("name", "must not be blank");
  if (body.country_code !== undefined && body.country_code !== kept)
    input.country_code = findCountry(body.country_code) ?? refuseField("country_code", noCountry);
  return input;
}

/**
 * INV-9: exactly one location is primary, and it is active.
 * @param now what the location is before the change
 * @throws Refusal invalid naming is_primary or is_active
 */
export function requirePrimaryRules(
  input: LocationInput,
  now: { is_primary: boolean; is_active: boolean },
): void {
  const { is_primary = now.is_primary, is_active = now.is_active } = input;
  if (now.is_primary && is_primary === false)
    refuseField(
      "is_primary",
      "must stay true for the primary location; make another location primary instead",
    );
  if (is_primary === true && is_active === false) {
    if (now.is_primary || input.is_active === false)
      refuseField("is_active", "must be true for the primary location");
    refuseField("is_primary", "must be false while the location is not active; send is_active true with it");
  }
}

/** @throws Refusal invalid when another location of the store has the code */
export async function requireFreeCode(
  tx: Transaction,
  store: Store,
  { code, except }: { code: unknown; except?: number },
): Promise<void> {
  if (typeof code !== "string") return;
  const taken = await takenCodes(tx, store, { codes: [code.toLowerCase()], except: except ?? null });
  if (taken.size > 0) refuseField("code", `"${code}" is the code of another location`);
}

/** A free code made from a location's name. */
export async function codeFor(tx: Transaction, store: Store, name: string): Promise<string> {
  const { rows } = await tx.query<{ next: number }>(
    {
      name: "location_next",
      text: "select coalesce(max(id), 0) + 1 as next from locations where store_id = $1",
    },
    [store.id],
  );
  const codes = handlesFor(name, "location", String(rows[0]?.next ?? 1));
  const taken = await takenCodes(tx, store, { codes });
  const free = codes.find((code) => !taken.has(code));
  return (
    free ?? refuse("invalid", { fields: [{ path: "code", message: "is required: none could be made" }] })
  );
}
