import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { type LocationFields, locationColumnUses } from "./location-columns.ts";
import { locationJson } from "./location-json.ts";

const { list } = locationColumnUses;

/** A location as it was written, with its JSON text. */
export interface WrittenLocation {
  id: number;
  text: string;
}

const lockStatement = defineStatement(
  "locations_lock",
  "select 1 from stores where id = $1 for no key update",
);

/**
 * Serialize the changes of a store's locations, so that exactly one is primary at any moment (INV-9) and a free code
 * stays free until it is written.
 */
export async function lockLocations(tx: Transaction, store: Store): Promise<void> {
  await tx.query(lockStatement, [store.id]);
}

/** The state of a location before a change. */
export interface LocationState {
  is_primary: boolean;
  is_active: boolean;
  country_code: string;
}

const stateStatement = defineStatement(
  "location_state",
  "select is_primary, is_active, country_code from locations where store_id = $1 and id = $2 for no key update",
);

/** Lock a location and load its state; null when it does not exist. */
export async function readLocationState(
  tx: Transaction,
  store: Store,
  id: number,
): Promise<LocationState | null> {
  const row = await tx.maybeOne<LocationState>(stateStatement, [store.id, id]);
  return row ?? null;
}

const takenStatement = defineStatement(
  "location_codes_taken",
  `
    select lower(code) as code from locations
    where store_id = $1 and lower(code) = any ($2::text[]) and id is distinct from $3::bigint`,
);

/**
 * Find the codes in use among these, in lower case, by other locations of the store.
 * @param except a location that may have them
 */
export async function takenCodes(
  tx: Transaction,
  store: Store,
  { codes, except = null }: { codes: readonly string[]; except?: number | null },
): Promise<ReadonlySet<string>> {
  const rows = await tx.many<{ code: string }>(takenStatement, [store.id, codes, except]);
  return new Set(rows.map(({ code }) => code));
}

const dethroneStatement = defineStatement(
  "location_dethrone",
  `
    update locations r set is_primary = false, updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where r.store_id = $1 and r.is_primary
    returning r.id, ${locationJson("$2")} as text`,
);

/** Unset the primary location, so that another can become it. @returns the former primary location */
export async function dethronePrimary(tx: Transaction, store: Store): Promise<WrittenLocation> {
  const former = await tx.maybeOne<WrittenLocation>(dethroneStatement, [store.id, store.timezone]);
  if (!former) throw new Error(`Store ${store.id} has no primary location.`);
  return former;
}

// The row gives what was not sent, and its columns the types: coordinates are rounded as they are kept.
const changeStatement = defineStatement(
  "location_change",
  `
    update locations r set (${list()}) = (
        select ${list("asked")} from jsonb_populate_record(r, $3::jsonb) asked),
      updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where r.store_id = $1 and r.id = $2
      and exists (select from jsonb_populate_record(r, $3::jsonb) asked where asked is distinct from r)
    returning r.id, ${locationJson("$4")} as text`,
);

/** Write the fields that differ. @returns the location, null when nothing differs */
export async function changeLocation(
  tx: Transaction,
  store: Store,
  { id, input }: { id: number; input: Partial<LocationFields> },
): Promise<WrittenLocation | null> {
  const values = [store.id, id, JSON.stringify(input), store.timezone];
  const row = await tx.maybeOne<WrittenLocation>(changeStatement, values);
  return row ?? null;
}
