import { type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Statement, type Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import { recordTombstones } from "../../../infrastructure/record-tombstone.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { InventoryDeps } from "../inventory-deps.ts";
import { lockLocations, readLocationState } from "./location-store.ts";

const nonEmpty = `(l.inventory_quantity <> 0 or l.committed_inventory_quantity <> 0
  or l.incoming_inventory_quantity <> 0 or l.reserved_inventory_quantity <> 0)`;

const count = `
  select count(*) as held, min(l.variant_id) as variant_id from inventory_levels l
  where l.store_id = $1 and l.location_id = $2`;

const heldStatement = defineStatement("location_held", `${count} and ${nonEmpty}`);
const leftStatement = defineStatement("location_left", count);

// Whoever opens a level here holds the location's key: from here on none is opened.
const lockStatement = defineStatement(
  "location_lock",
  "select 1 from locations where store_id = $1 and id = $2 for update",
);

// In the order in which they lie, for there may be a million: whoever meets it half way runs again.
const dropLevels = defineStatement(
  "location_drop_levels",
  `
    delete from inventory_levels l where l.store_id = $1 and l.location_id = $2 and not ${nonEmpty}`,
);

const dropLocation = defineStatement(
  "location_delete",
  "delete from locations where store_id = $1 and id = $2",
);

/**
 * Delete a location with its empty levels.
 * @throws ApiError not_found; conflict for the primary location, for one that holds stock, and where another module
 *   keeps it
 */
export async function deleteLocation(
  { locationKeepers }: InventoryDeps,
  tx: Transaction,
  call: Call<typeof operations.deleteLocation>,
): Promise<Record<string, never>> {
  const { store } = call;
  const { id } = call.params;
  const place = [store.id, id];
  await lockLocations(tx, store);
  const now = (await readLocationState(tx, store, id)) ?? throwApiError("not_found");
  if (now.is_primary)
    throwApiError("conflict", {
      message: "The primary location cannot be deleted. Make another location primary first.",
    });
  await assertNone(tx, heldStatement, place);
  await tx.query(lockStatement, place);
  for (const keeper of locationKeepers) {
    const message = await keeper(tx, store, id);
    if (message !== null) throwApiError("conflict", { message });
  }
  await tx.query(dropLevels, place);
  // A level that was filled meanwhile is still there.
  await assertNone(tx, leftStatement, place);
  await tx.query(dropLocation, place);
  await recordTombstones(tx, store.id, "locations", [id]);
  await events.publish(tx, call, "location/delete", { id, snapshot: JSON.stringify({ id }) });
  return {};
}

async function assertNone(tx: Transaction, statement: Statement, place: readonly number[]): Promise<void> {
  const row = await tx.maybeOne<{ held: number; variant_id: number | null }>(statement, place);
  const { held, variant_id } = row ?? { held: 0, variant_id: null };
  if (held === 0) return;
  const others = held === 1 ? "" : ` and ${held - 1} more`;
  throwApiError("conflict", {
    message: `The location still holds stock of variant ${variant_id}${others}: available, committed, incoming or reserved. Set all four quantities to 0 first.`,
  });
}
