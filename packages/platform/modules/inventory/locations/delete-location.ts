import { type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Statement, type Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import { recordTombstones } from "../../../infrastructure/record-tombstone.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { InventoryDeps } from "../inventory-deps.ts";
import { lockAndLoadLocationState, lockLocations } from "./location-store.ts";

const nonEmptySql = `(l.inventory_quantity <> 0 or l.committed_inventory_quantity <> 0
  or l.incoming_inventory_quantity <> 0 or l.reserved_inventory_quantity <> 0)`;

const countLevelsText = `
  select count(*) as count, min(l.variant_id) as variant_id from inventory_levels l
  where l.store_id = $1 and l.location_id = $2`;

const countNonEmptyStatement = defineStatement(
  "location_stock_count",
  `${countLevelsText} and ${nonEmptySql}`,
);
const countAllStatement = defineStatement("location_level_count", countLevelsText);

// Creating a level takes a key lock on the location, so this lock prevents new levels.
const lockStatement = defineStatement(
  "location_lock",
  "select 1 from locations where store_id = $1 and id = $2 for update",
);

// Deletes levels without sorting them, because there may be a million. If this causes a deadlock, the transaction is run again.
const deleteLevelsStatement = defineStatement(
  "location_delete_levels",
  `
    delete from inventory_levels l where l.store_id = $1 and l.location_id = $2 and not ${nonEmptySql}`,
);

const deleteLocationStatement = defineStatement(
  "location_delete",
  "delete from locations where store_id = $1 and id = $2",
);

/**
 * Delete a location with its empty levels, and publish `location/delete`.
 * @throws ApiError `not_found`; `conflict` if the location is primary or has stock, or if another module blocks the deletion
 */
export async function deleteLocation(
  { locationDeletionChecks }: InventoryDeps,
  tx: Transaction,
  call: Call<typeof operations.deleteLocation>,
): Promise<Record<string, never>> {
  const { store } = call;
  const { id } = call.params;
  const values = [store.id, id];
  await lockLocations(tx, store);
  const location = (await lockAndLoadLocationState(tx, store, id)) ?? throwApiError("not_found");
  if (location.is_primary)
    throwApiError("conflict", {
      message: "The primary location cannot be deleted. Make another location primary first.",
    });
  await assertNoLevels(tx, countNonEmptyStatement, values);
  await tx.query(lockStatement, values);
  for (const check of locationDeletionChecks) {
    const message = await check(tx, store, id);
    if (message !== null) throwApiError("conflict", { message });
  }
  await tx.query(deleteLevelsStatement, values);
  // The statement above keeps a level that got stock meanwhile.
  await assertNoLevels(tx, countAllStatement, values);
  await tx.query(deleteLocationStatement, values);
  await recordTombstones(tx, store.id, "locations", [id]);
  await events.publish(tx, call, "location/delete", { id, snapshot: JSON.stringify({ id }) });
  return {};
}

/** Assert that a statement counts no levels of the location. @throws ApiError `conflict` */
async function assertNoLevels(
  tx: Transaction,
  statement: Statement,
  values: readonly number[],
): Promise<void> {
  const row = await tx.maybeOne<{ count: number; variant_id: number | null }>(statement, values);
  const { count, variant_id } = row ?? { count: 0, variant_id: null };
  if (count === 0) return;
  const otherVariants =
    count === 1 ? "" : ` and of ${count - 1} other ${count === 2 ? "variant" : "variants"}`;
  throwApiError("conflict", {
    message: `The location still has stock of variant ${variant_id}${otherVariants}: available, committed, incoming or reserved. Set all four quantities to 0 first.`,
  });
}
