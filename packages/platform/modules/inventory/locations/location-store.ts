import { laterThan, type Transaction } from "@souk/database";
import type { Store } from "../../../routing/call.ts";
import { locationJson } from "./location-json.ts";

/** The columns of a location that a merchant or an app writes. */
export const locationFields = [
  "code",
  "name",
  "address1",
  "address2",
  "city",
  "province_code",
  "country_code",
  "zip",
  "phone",
  "email",
  "latitude",
  "longitude",
  "is_primary",
  "enabled_pickup",
  "is_active",
] as const;

type LocationField = (typeof locationFields)[number];

/** What is to be written; what is missing stays as it is. */
export type LocationInput = Partial<Record<LocationField, unknown>>;

/** A location as it was written, with its JSON text. */
export interface WrittenLocation {
  id: number;
  text: string;
}

const lockStatement = {
  name: "locations_lock",
  text: "select 1 from stores where id = $1 for no key update",
};

/**
 * Makes the changes of a store's locations wait for each other, so that exactly one is primary at any moment (INV-9) and a
 * code is found free until it is written.
 */
export async function lockLocations(tx: Transaction, store: Store): Promise<void> {
  await tx.query(lockStatement, [store.id]);
}

/** What a change of a location looks at. */
export interface LocationState {
  is_primary: boolean;
  is_active: boolean;
  country_code: string;
}

const stateStatement = {
  name: "location_state",
  text: "select is_primary, is_active, country_code from locations where store_id = $1 and id = $2 for no key update",
};

/** What a location is now, locked; null when it is not there. */
export async function readLocationState(
  tx: Transaction,
  store: Store,
  id: number,
): Promise<LocationState | null> {
  const { rows } = await tx.query<LocationState>(stateStatement, [store.id, id]);
  return rows[0] ?? null;
}

const takenStatement = {
  name: "location_codes_taken",
  text: `
    select lower(code) as code from locations
    where store_id = $1 and lower(code) = any ($2::text[]) and id is distinct from $3::bigint`,
};

/** Which of these codes, in lower case, other locations of the store have. @param except a location that may have them */
export async function takenCodes(
  tx: Transaction,
  store: Store,
  { codes, except = null }: { codes: readonly string[]; except?: number | null },
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ code: string }>(takenStatement, [store.id, codes, except]);
  return new Set(rows.map(({ code }) => code));
}

const dethroneStatement = {
  name: "location_dethrone",
  text: `
    update locations r set is_primary = false, updated_at = ${laterThan("r.updated_at")}
    where r.store_id = $1 and r.is_primary
    returning r.id, ${locationJson("$2")} as text`,
};

/** Takes from the primary location that it is primary, for another to be so. @returns what it was */
export async function dethronePrimary(tx: Transaction, store: Store): Promise<WrittenLocation> {
  const { rows } = await tx.query<WrittenLocation>(dethroneStatement, [store.id, store.timezone]);
  const former = rows[0];
  if (!former) throw new Error(`Store ${store.id} has no primary location.`);
  return former;
}

const list = (of: (field: string) => string): string => locationFields.map(of).join(", ");

// The row gives what was not sent, and its columns the types: coordinates are rounded as they are kept.
const changeStatement = {
  name: "location_change",
  text: `
    update locations r set (${list((field) => field)}) = (
        select ${list((field) => `asked.${field}`)} from jsonb_populate_record(r, $3::jsonb) asked),
      updated_at = ${laterThan("r.updated_at")}
    where r.store_id = $1 and r.id = $2
      and exists (select from jsonb_populate_record(r, $3::jsonb) asked where asked is distinct from r)
    returning r.id, ${locationJson("$4")} as text`,
};

/** Writes what differs. @returns the location, null when it is as asked already */
export async function changeLocation(
  tx: Transaction,
  store: Store,
  { id, input }: { id: number; input: LocationInput },
): Promise<WrittenLocation | null> {
  const values = [store.id, id, JSON.stringify(input), store.timezone];
  const { rows } = await tx.query<WrittenLocation>(changeStatement, values);
  return rows[0] ?? null;
}
