import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { type LocationFields, locationColumnFunctions } from "./location-columns.ts";
import { buildLocationJson } from "./location-json.ts";

const { listColumns } = locationColumnFunctions;

/** A location that was inserted or updated, with its JSON text. */
export interface WrittenLocation {
  id: number;
  text: string;
}

const lockStoreStatement = defineStatement(
  "locations_lock",
  "select 1 from stores where id = $1 for no key update",
);

/**
 * Lock the locations of a store, so that their changes run one at a time. Therefore exactly one location is always primary (INV-9),
 * and a free code stays free until it is stored.
 */
export async function lockLocations(tx: Transaction, store: Store): Promise<void> {
  await tx.query(lockStoreStatement, [store.id]);
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

/** Lock a location and load its state. @returns null when it does not exist */
export async function lockAndLoadLocationState(
  tx: Transaction,
  store: Store,
  id: number,
): Promise<LocationState | null> {
  const row = await tx.maybeOne<LocationState>(stateStatement, [store.id, id]);
  return row ?? null;
}

const usedCodesStatement = defineStatement(
  "location_codes_taken",
  `
    select lower(code) as code from locations
    where store_id = $1 and lower(code) = any ($2::text[]) and id is distinct from $3::bigint`,
);

/**
 * Return the codes of a list that are already in use in the store.
 * @param codes the list, in lower case
 * @param exceptId a location whose code is ignored
 */
export async function findUsedCodes(
  tx: Transaction,
  store: Store,
  { codes, exceptId = null }: { codes: readonly string[]; exceptId?: number | null },
): Promise<ReadonlySet<string>> {
  const rows = await tx.many<{ code: string }>(usedCodesStatement, [store.id, codes, exceptId]);
  return new Set(rows.map(({ code }) => code));
}

const unsetPrimaryStatement = defineStatement(
  "location_unset_primary",
  `
    update locations r set is_primary = false, updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where r.store_id = $1 and r.is_primary
    returning r.id, ${buildLocationJson("$2")} as text`,
);

/** Make the primary location of a store an ordinary one. @returns the former primary location */
export async function unsetPrimary(tx: Transaction, store: Store): Promise<WrittenLocation> {
  const formerPrimary = await tx.maybeOne<WrittenLocation>(unsetPrimaryStatement, [store.id, store.timezone]);
  if (!formerPrimary) throw new Error(`Store ${store.id} has no primary location.`);
  return formerPrimary;
}

// Fields that were not sent keep the row's value. Values get the columns' types, so that coordinates are rounded before comparing.
const updateStatement = defineStatement(
  "location_change",
  `
    update locations r set (${listColumns()}) = (
        select ${listColumns("input")} from jsonb_populate_record(r, $3::jsonb) input),
      updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where r.store_id = $1 and r.id = $2
      and exists (select from jsonb_populate_record(r, $3::jsonb) input where input is distinct from r)
    returning r.id, ${buildLocationJson("$4")} as text`,
);

/** Update the sent fields of a location. @returns the location, or null when nothing changed */
export async function updateLocationRow(
  tx: Transaction,
  store: Store,
  { id, input }: { id: number; input: Partial<LocationFields> },
): Promise<WrittenLocation | null> {
  const values = [store.id, id, JSON.stringify(input), store.timezone];
  const row = await tx.maybeOne<WrittenLocation>(updateStatement, values);
  return row ?? null;
}
