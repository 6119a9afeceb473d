import { type operations, refuse } from "@souk/contract";
import type { Statement, Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import { recordTombstones } from "../../../record-tombstone.ts";
import type { Call, Store } from "../../../routing/call.ts";
import { lockLocations, readLocationState } from "./location-store.ts";

/** Another module's reason why a location must stay, as a sentence; null when it has none. */
export type LocationKeeper = (tx: Transaction, store: Store, locationId: number) => Promise<string | null>;

const nonEmpty = `(l.inventory_quantity <> 0 or l.committed_inventory_quantity <> 0
  or l.incoming_inventory_quantity <> 0 or l.reserved_inventory_quantity <> 0)`;

const count = `
  select count(*) as held, min(l.variant_id) as variant_id from inventory_levels l
  where l.store_id = $1 and l.location_id = $2`;

const heldStatement = { name: "location_held", text: `${count} and ${nonEmpty}` };
const leftStatement = { name: "location_left", text: count };

// Whoever opens a level here holds the location's key: from here on none is opened.
const lockStatement = {
  name: "location_lock",
  text: "select 1 from locations where store_id = $1 and id = $2 for update",
};

// In the order in which they lie, for there may be a million: whoever meets it half way runs again.
const dropLevels = {
  name: "location_drop_levels",
  text: `
    delete from inventory_levels l where l.store_id = $1 and l.location_id = $2 and not ${nonEmpty}`,
};

const dropLocation = {
  name: "location_delete",
  text: "delete from locations where store_id = $1 and id = $2",
};

/** What deleting a location needs of the rest of the house. */
export interface LocationRemoval {
  facts: FactRegistry;
  keepers: readonly LocationKeeper[];
}

/**
 * Deletes a location with its empty levels.
 * @throws Refusal not_found; conflict for the primary location, for one that holds stock, and where another module keeps it
 */
export async function deleteLocation(
  { facts, keepers }: LocationRemoval,
  tx: Transaction,
  call: Call<typeof operations.deleteLocation>,
): Promise<Record<string, never>> {
  const { store } = call;
  const { id } = call.params;
  const place = [store.id, id];
  await lockLocations(tx, store);
  const now = (await readLocationState(tx, store, id)) ?? refuse("not_found");
  if (now.is_primary)
    refuse("conflict", {
      message: "The primary location cannot be deleted; make another one primary first.",
    });
  await requireNone(tx, heldStatement, place);
  await tx.query(lockStatement, place);
  for (const keeper of keepers) {
    const message = await keeper(tx, store, id);
    if (message !== null) refuse("conflict", { message });
  }
  await tx.query(dropLevels, place);
  // A level that was filled meanwhile is still there.
  await requireNone(tx, leftStatement, place);
  await tx.query(dropLocation, place);
  await recordTombstones(tx, store.id, "locations", [id]);
  await facts.raise(tx, store, call, "location_deleted", { id });
  return {};
}

async function requireNone(tx: Transaction, statement: Statement, place: readonly number[]): Promise<void> {
  const { rows } = await tx.query<{ held: number; variant_id: number | null }>(statement, place);
  const { held, variant_id } = rows[0] ?? { held: 0, variant_id: null };
  if (held === 0) return;
  const others = held === 1 ? "" : ` and ${held - 1} more`;
  refuse("conflict", {
    message: `The location still holds stock of variant ${variant_id}${others}: available, committed, incoming or reserved. Bring all four quantities to 0 first.`,
  });
}
